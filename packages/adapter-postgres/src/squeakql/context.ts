import type { OrganizationScope } from '@worktrack/application';
import type { Parameters } from '../engine/parameters.js';

/** What a query is compiled for. */
export interface SqueakQLContext {
  /** Takes every value: no text of the query becomes part of the SQL. */
  readonly parameters: Parameters;
  /** The Organization of the items, as SQL. */
  readonly organizationId: string;
  /** Whose view it is: `me()`, and which other items there are to be linked with. */
  readonly viewer: Pick<OrganizationScope, 'actorId' | 'onlyProjects'>;
  /** A condition that stands under a negation: no index can find what it is not true of. */
  readonly isNegated?: boolean;
  /** The instant that "now" is: `asOf` in a search, `generatedAt` in a report. */
  readonly now: Date;
}
