import type { OrganizationScope } from '@worktrack/application';
import type { Parameters } from '../engine/parameters.js';

/** Parameters and facts that a query is compiled with. */
export interface SqueakQLContext {
  /** Takes every value: no text of the query becomes part of the SQL. */
  readonly parameters: Parameters;
  /** The Organization of the items, as SQL. */
  readonly organizationId: string;
  /** The caller: the value of `me()`, and the limit of the linked items that count. */
  readonly viewer: Pick<OrganizationScope, 'actorId' | 'onlyProjects'>;
  /** A condition that stands under a negation: no index can find what it is not true of. */
  readonly isNegated?: boolean;
  /** The instant that "now" is: `asOf` in a search, `generatedAt` in a report. */
  readonly now: Date;
}
