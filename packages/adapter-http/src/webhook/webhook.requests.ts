import { ApiSchema } from '@nestjs/swagger';
import { FEED_TYPES, type FeedType, type WebhookInput } from '@worktrack/application';
import { ProjectKey, WEBHOOK_BOUNDS, invalid } from '@worktrack/domain';
import { AtLeastOneMember, CLEARABLE, Instant, Integer, ListOf, Text, WordsOf } from '../body/fields.js';
import { SCHEMA } from '../body/patterns.js';

const NAME = { trimmed: true, description: 'The name of the webhook.' };
const URL = {
  description: 'The address of the receiver: https, a name in place of an IP address, no user and password.',
};
const TYPES = { ...CLEARABLE, description: 'The types of events; `null`: all, those that are added later included.' };

const OfProjects = () =>
  ListOf((text) => ProjectKey.parse(text), 'the key of a Project', WEBHOOK_BOUNDS.projects, SCHEMA.projectKey, {
    ...CLEARABLE,
    description: 'The keys of the Projects whose events are sent; `null`: all that the creating token sees.',
  });

@ApiSchema({ description: 'A webhook to create.' })
export class CreateWebhookBody {
  @Text(WEBHOOK_BOUNDS.name, NAME) name!: string;
  @Text(WEBHOOK_BOUNDS.url, URL) url!: string;
  @WordsOf(FEED_TYPES, TYPES) types?: FeedType[] | null;
  @OfProjects() projects?: ProjectKey[] | null;
  @Text(
    { least: 1, most: 2_048 },
    { optional: true, description: 'The `cursor` after which events are sent; `latest`, the default: only new ones.' },
  )
  from?: string;

  toInput(): WebhookInput {
    const { name, url, types = null, projects = null } = this;
    return { name, url, types, projects };
  }
}

@ApiSchema({ description: 'The members of a webhook to change.' })
@AtLeastOneMember()
export class ChangeWebhookBody {
  @Text(WEBHOOK_BOUNDS.name, { ...NAME, optional: true }) name?: string;
  @Text(WEBHOOK_BOUNDS.url, { ...URL, optional: true }) url?: string;
  @WordsOf(FEED_TYPES, TYPES) types?: FeedType[] | null;
  @OfProjects() projects?: ProjectKey[] | null;
}

@ApiSchema({ description: 'How long the secret before the new one signs too.' })
export class RotateSecretBody {
  @Integer(WEBHOOK_BOUNDS.overlapHours, {
    optional: true,
    default: 24,
    description: 'The hours for which requests have both signatures.',
  })
  overlapHours?: number;
}

@ApiSchema({ description: 'Where to go on: either a cursor or an instant.' })
export class ReplayBody {
  @Text(
    { least: 1, most: 2_048 },
    { optional: true, description: 'The `cursor` after which events are sent, or `earliest`.' },
  )
  after?: string;

  @Instant({
    optional: true,
    description: 'The instant from which on events are sent; some of the minute before can be among them.',
  })
  since?: Date;

  /** Returns the one that is given. */
  toStart(): { readonly after: string } | { readonly since: Date } {
    const { after, since } = this;
    if (after !== undefined && since === undefined) return { after };
    if (since !== undefined && after === undefined) return { since };
    return invalid(after === undefined ? 'after' : 'since', 'must be given alone: send either after or since');
  }
}
