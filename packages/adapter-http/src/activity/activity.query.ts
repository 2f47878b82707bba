import { pageCursor, pageLimit, strictlyAfter, type QueryOf } from '../pipeline/query.js';

/** Q-activity */
export const Q_ACTIVITY = { limit: pageLimit(200), cursor: pageCursor(), since: strictlyAfter() };

export type ActivityQuery = QueryOf<typeof Q_ACTIVITY>;
