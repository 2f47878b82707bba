import type { OrganizationScope } from '@worktrack/application';
import type { Calendar } from '@worktrack/domain';
import type { StatementParameters } from '../engine/statement.js';

/** Parameters and facts that a query is compiled with. */
export interface SqueakQLContext {
  /** The parameters, which receive every value: no text of the query becomes part of the SQL. */
  readonly parameters: StatementParameters;
  /** The Organization of the items, as SQL. */
  readonly organizationId: string;
  /** The caller: the value of `me()`. Links count only to items that the caller can see. */
  readonly viewer: Pick<OrganizationScope, 'actorId' | 'onlyProjects'>;
  /** True within a negation: no index can find the rows for which the condition is not true. */
  readonly isNegated?: boolean;
  /** The value of `now()`: `asOf` in a search, `generatedAt` in a report. */
  readonly now: Date;
  /** The days of the Organization. */
  readonly calendar: Calendar;
}
