import { Option } from 'nest-commander';

/* The options that several tasks have. */

export const OrgOption = (): MethodDecorator =>
  Option({ flags: '--org <slug>', description: 'slug of the Organization', required: true });

export const EmailOption = (): MethodDecorator =>
  Option({ flags: '--email <email>', description: 'e-mail address of the user', required: true });

export const SlugOption = (): MethodDecorator =>
  Option({ flags: '--slug <slug>', description: 'how paths name the Organization', required: true });

export const TimeZoneOption = (): MethodDecorator =>
  Option({ flags: '--time-zone <zone>', description: 'the time zone of its days, such as Europe/Berlin' });

export const UsernameOption = (): MethodDecorator =>
  Option({ flags: '--username <name>', description: 'a name that is unique in the Organization' });

export const DefaultOption = (): MethodDecorator =>
  Option({ flags: '--default', description: 'make it the default Organization of the user' });
