import { ApiSchema } from '@nestjs/swagger';
import type { CreateOwnOrganization, RemoveOrganization, UpdateOrganization } from '@worktrack/application';
import { DisplayName, Slug, TimeZone, lengthOf, trim, type ExpectedRevision } from '@worktrack/domain';
import { AtLeastOneMember, Parsed, Text, type Presence } from '../body/fields.js';

const NAME = { least: 1, most: 100 };
const DESCRIPTION = { least: 0, most: 2_000 };
const SLUG = { least: 2, most: 50 };

/** The name of an Organization. */
export const OrganizationName = (presence: Presence = {}) =>
  Parsed(
    (text) => (lengthOf(trim(text)) <= NAME.most ? DisplayName.parse(text) : undefined),
    `1 to ${NAME.most} characters in one line`,
    { type: 'string', minLength: NAME.least, maxLength: NAME.most },
    presence,
  );

const OrganizationSlug = (presence: Presence = {}) =>
  Parsed(
    (text) => (text.length >= SLUG.least && text.length <= SLUG.most ? Slug.parse(text) : undefined),
    `${SLUG.least} to ${SLUG.most} of a-z, 0-9 and -, with no - at either end`,
    { type: 'string', minLength: SLUG.least, maxLength: SLUG.most, pattern: '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$' },
    presence,
  );

const Description = () =>
  Text(DESCRIPTION, { optional: true, nullable: true, description: 'A text about it; `null`: none.' });

/** The time zone of the days of an Organization. */
export const Zone = (presence: Presence = {}) =>
  Parsed(
    (text) => TimeZone.parse(text),
    'an IANA time zone such as Europe/Berlin',
    { type: 'string', maxLength: 64 },
    presence,
  );

@ApiSchema({ description: 'An Organization to create.' })
export class CreateOrganizationBody {
  @OrganizationName({ description: 'The name of the Organization.' }) name!: DisplayName;
  @OrganizationSlug({ optional: true, description: 'Its name in paths. Absent: made from the name.' }) slug?: Slug;
  @Description() description?: string | null;
  @Zone({ optional: true, description: 'The IANA time zone of its days. Absent: `UTC`.' }) timeZone?: TimeZone;

  toCommand(): CreateOwnOrganization {
    const { name, slug, description = null, timeZone = TimeZone.utc } = this;
    return { name, slug, description, timeZone };
  }
}

@ApiSchema({ description: 'Changes of an Organization: at least one member.' })
@AtLeastOneMember()
export class UpdateOrganizationBody {
  @OrganizationName({ optional: true, description: 'The name of the Organization.' }) name?: DisplayName;
  @Description() description?: string | null;
  @OrganizationSlug({
    optional: true,
    description:
      'Its name in paths, which only an owner changes. The one before leads to it in the application for 90 days, and nobody else gets it.',
  })
  slug?: Slug;
  @Zone({ optional: true, description: 'The IANA time zone of its days. Another one changes no instant.' })
  timeZone?: TimeZone;

  toCommand(expected: ExpectedRevision): UpdateOrganization {
    const { name, description, slug, timeZone } = this;
    return { expected, name, description, slug, timeZone };
  }
}

@ApiSchema({ description: 'The Organization to remove, named again.' })
export class RemoveOrganizationBody {
  @Text({ least: 1, most: 63 }, { description: 'The slug of the Organization, so that nobody removes another one.' })
  slug!: string;

  toCommand(expected: ExpectedRevision): RemoveOrganization {
    return { expected, slug: this.slug };
  }
}
