import { OWNED_TABLES } from './table-kinds.js';

/** The tables that say who can do what in which Organization. */
export const RIGHTS_TABLES = ['memberships', 'token_grants', 'token_project_grants'] as const;

/** The tables of administration in an Organization, which every machine has. */
export const TEAM_TABLES = ['former_slugs', 'handovers', 'invitations', 'join_links'] as const;

/** A table with rows of Organizations: its column with the id of the Organization, and the rule that statements keep (`libs/statement-rules`). */
interface TableRule {
  readonly column: string;
  readonly rule: 'own' | 'tied';
}

/** The rule of each table with an Organization. */
const tables: ReadonlyMap<string, TableRule> = new Map<string, TableRule>([
  ['organizations', { column: 'id', rule: 'tied' }],
  ...[...RIGHTS_TABLES, ...TEAM_TABLES].map((table) => [table, { column: 'organization_id', rule: 'tied' }] as const),
  ...OWNED_TABLES.map((table) => [table, { column: 'organization_id', rule: 'own' }] as const),
]);

/** The rules that keep Organizations apart in every statement, and the statements that are excepted by name, each with its reason. */
export const POLICY = {
  tables,
  exceptions: [
    {
      rule: 'own',
      reason:
        'The statistics of a profile count over all Organizations that the viewer and the user share, in one statement.',
      statements: ['profile-view.stats'],
    },
    {
      rule: 'own',
      reason: 'References of a filter are looked up in all Organizations that the viewer may see, in one statement.',
      statements: ['filter-references.find-across'],
    },
    {
      rule: 'own',
      reason: 'org:list counts the Projects of every Organization.',
      statements: ['organizations.list'],
    },
    {
      rule: 'own',
      reason: 'token:list, and the tokens that an account is shown, name Projects of several Organizations.',
      statements: ['access-tokens.list', 'own-token-view.one', 'own-token-view.list'],
    },
    {
      rule: 'own',
      reason: 'The sweep of attachments looks for the bytes of all Organizations.',
      statements: [
        'blob-references.count',
        'blob-references.live',
        'blob-references.some',
        'blob-references.unknown',
        'blob-references.unused',
        'deletion.blobs',
      ],
    },
    {
      rule: 'own',
      reason:
        'Jobs work for all Organizations: those of the feeds, each in the feed of its own, the sending of their events, and the erasure of deleted Work Items.',
      statements: [
        'feed.reserve',
        'feed.add',
        'feed.find-old',
        'feed.heads',
        'webhook-queue.due',
        'work-item-erasure.next',
      ],
    },
    {
      rule: 'tied',
      reason:
        'A token, a session, an invitation or a user is looked up before any Organization is known; what it reaches follows from its own rows.',
      statements: [
        'principal.of-token',
        'principal.of-session',
        'principal.of-credential-id',
        'invitations.by-hash',
        'invitations.link-by-hash',
        'invitation-view.of-token',
        'session-view.one',
        'access-tokens.find',
        'memberships.lock-organizations',
        'memberships.of-a-user',
      ],
    },
    {
      rule: 'tied',
      reason:
        'Administration lists accounts with their Organizations, finds an Organization by its slug, and removes an account from all.',
      statements: [
        'organizations.find',
        'organizations.ids',
        'organizations.slugs-like',
        'organizations.owned-by',
        'invitations.remove-of-address',
        'users.list',
        'users.delete-grants',
      ],
    },
    {
      rule: 'tied',
      reason:
        'The deletion of an Organization looks for the next one, and for what else its members, tokens and files belong to.',
      statements: ['deletion.begun', 'deletion.due', 'deletion.release-defaults', 'deletion.tokens-without-grant'],
    },
    {
      rule: 'tied',
      reason: 'A job completes the handovers of all Organizations.',
      statements: ['assignments.late-handovers'],
    },
    {
      rule: 'tied',
      reason: 'The purge deletes what has expired in all Organizations.',
      statements: [
        'invitations.find-expired',
        'invitations.purge',
        'join_links.find-expired',
        'join_links.purge',
        'former-slugs.find-ended',
        'former-slugs.purge',
      ],
    },
  ],
} as const;
