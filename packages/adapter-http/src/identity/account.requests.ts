import {
  TOKEN_DAYS,
  isRefusal,
  type ChangeOwnUsername,
  type CreateOwnToken,
  type WantedGrant,
} from '@worktrack/application';
import { DisplayName, ProjectKey, ALL_SCOPES, Slug, Username, type AnyScope } from '@worktrack/domain';
import { withPaths } from '../bulk/bulk.requests.js';
import { readBody } from '../body/body.pipe.js';
import { refuseFields } from '../reply/errors.js';
import { Each, Integer, ListOf, Parsed } from '../body/fields.js';
import { isPlainObject } from '../body/json.js';
import { SCHEMA, TEXT_WITH_CONTENT } from '../body/patterns.js';

/** The body of a change of one's own username; `null` clears it. */
export class ChangeUsernameBody {
  @Parsed(
    (text) => Username.parse(text),
    'null, or 1 to 64 letters A to Z, digits, dots, underscores and hyphens, with a letter or a digit at both ends',
    { type: 'string', pattern: '^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9])?$' },
    { nullable: true },
  )
  username!: Username | null;

  toCommand(): ChangeOwnUsername {
    return { username: this.username };
  }
}

const SCOPE_COUNT = { least: 1, most: ALL_SCOPES.length };
const ORGANIZATIONS = { least: 1, most: 50 };
const PROJECTS = { least: 1, most: 200 };
/** The number of Projects in all grants of a token together: each request of the token reads them. */
const MOST_PROJECTS = 200;

/** The access of a new token in one Organization: all of it, unless Projects are named. */
class TokenGrantBody {
  @Parsed((text) => Slug.parse(text), 'the slug of an Organization', SCHEMA.slug) slug!: Slug;
  @ListOf((text) => ProjectKey.parse(text), 'the key of a Project', PROJECTS, SCHEMA.projectKey, { optional: true })
  projects?: readonly ProjectKey[];
}

/** The body of a new token of one's own. */
export class CreateTokenBody {
  @Parsed(
    (text) => DisplayName.parse(text),
    'text of 1 to 255 characters, without control characters and overrides of the writing direction',
    { type: 'string', minLength: 1, maxLength: 255, pattern: TEXT_WITH_CONTENT },
  )
  name!: DisplayName;

  @ListOf((text) => ALL_SCOPES.find((scope) => scope === text), `one of ${ALL_SCOPES.join(', ')}`, SCOPE_COUNT, {
    type: 'string',
    enum: [...ALL_SCOPES],
  })
  scopes!: readonly AnyScope[];

  @Each(TokenGrantBody, ORGANIZATIONS) organizations!: readonly unknown[];

  @Integer({ least: TOKEN_DAYS.fewest, most: TOKEN_DAYS.most }, { optional: true, default: TOKEN_DAYS.usual })
  expiresInDays?: number;

  /** Throws `VALIDATION_ERROR` for an Organization that is malformed or named twice, and for too many Projects. */
  toCommand(): CreateOwnToken {
    const { name, scopes, expiresInDays = TOKEN_DAYS.usual } = this;
    const organizations = this.organizations.map(grantIn);
    const slugs = organizations.map(({ slug }) => slug);
    const twice = slugs.findIndex((slug, at) => slugs.indexOf(slug) < at);
    if (twice >= 0) refuseFields({ [`organizations.${twice}.slug`]: ['is named twice'] });
    const projects = organizations.reduce((sum, { projects: named = [] }) => sum + named.length, 0);
    if (projects > MOST_PROJECTS) {
      refuseFields({ organizations: [`must name at most ${MOST_PROJECTS} Projects together`] });
    }
    return { name, scopes, organizations, expiresInDays };
  }
}

function grantIn(json: unknown, at: number): WantedGrant {
  const path = `organizations.${at}`;
  if (!isPlainObject(json)) refuseFields({ [path]: ['must be an object'] });
  try {
    const { slug, projects } = readBody(TokenGrantBody, json);
    return { slug, projects };
  } catch (error) {
    throw isRefusal(error) ? withPaths(error, path) : error;
  }
}
