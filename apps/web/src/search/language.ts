import { MOST_COSTLY_CONDITIONS, SQUEAKQL_BOUNDS, WORK_ITEM_CATALOGUE } from '@worktrack/application/catalogue';
import type { QueryLanguage } from '../parts/query-field/query-field.js';

/** Queries of a search. */
export const SEARCH_LANGUAGE: QueryLanguage = {
  catalogue: WORK_ITEM_CATALOGUE,
  ordering: true,
  costly: MOST_COSTLY_CONDITIONS,
  most: SQUEAKQL_BOUNDS.query.most,
};

/** Queries that filter something which has its own order: a report, a board. */
export const FILTER_LANGUAGE: QueryLanguage = {
  ...SEARCH_LANGUAGE,
  ordering: false,
  most: SQUEAKQL_BOUNDS.squeakql.most,
};
