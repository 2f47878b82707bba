import { OWNED_TABLES } from '../distribution/table-kinds.js';

/** The tables that say who sees an Organization: they are emptied before all others, so that nobody sees a part of it. */
export const TABLES_OF_PEOPLE = ['memberships', 'token_project_grants', 'token_grants'] as const;

/** The tables whose rows go by themselves in any order. */
const TABLES_OF_LINKS = ['invitations', 'join_links', 'former_slugs', 'handovers', 'outbox', 'change_queue'] as const;

/** The tables of work: each before those that its foreign keys name, and attachments apart, which go with their bytes. */
const TABLES_OF_WORK = OWNED_TABLES.filter((table) => table !== 'attachments').toReversed();

/** The tables whose rows are deleted with an Organization, in this order. */
export const EMPTIED_TABLES: readonly string[] = [...TABLES_OF_LINKS, ...TABLES_OF_WORK];

/** All tables with rows of Organizations. */
export const TABLES_OF_ORGANIZATIONS: readonly string[] = ['attachments', ...TABLES_OF_PEOPLE, ...EMPTIED_TABLES];
