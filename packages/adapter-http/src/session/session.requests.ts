import { DisplayName, Email, type TimeZone } from '@worktrack/domain';
import { Flag, Parsed, Text } from '../body/fields.js';
import { OrganizationName, Zone } from '../organization/organization-settings.requests.js';

/** The lengths of what a client can send for a secret. */
const SENT = { least: 1, most: 1_024 };

/** A sign-in by password. */
export class SignInBody {
  @Text(SENT, { trimmed: true }) email!: string;
  @Text(SENT) password!: string;
}

/** A sign-in by link. */
export class SignInByLinkBody {
  /** The fragment of the link. */
  @Text(SENT) token!: string;
}

/** The token of a link to set the server up. */
export class SetupTokenBody {
  /** The fragment of the link. */
  @Text(SENT) token!: string;
}

/** The first account, and the Organization that it owns. */
export class SetUpBody extends SetupTokenBody {
  @Parsed((text) => Email.parse(text.trim()), 'an e-mail address', { type: 'string', format: 'email', maxLength: 254 })
  email!: Email;
  @Parsed((text) => DisplayName.parse(text), '1 to 255 characters in one line', { type: 'string', maxLength: 255 })
  name!: DisplayName;
  @Text(SENT) password!: string;
  @OrganizationName() organizationName!: DisplayName;
  @Zone() timeZone!: TimeZone;
}

/** The address of the account whose password is forgotten. */
export class RecoverPasswordBody {
  @Parsed((text) => Email.parse(text.trim()), 'an e-mail address', { type: 'string', format: 'email', maxLength: 254 })
  email!: Email;
}

/** A new password, with the current one where it is needed. */
export class SetPasswordBody {
  @Text(SENT, { optional: true }) currentPassword?: string;
  @Text(SENT) newPassword!: string;
  /** True to end the access tokens of the caller too. */
  @Flag({ optional: true }) endTokens?: boolean;
}
