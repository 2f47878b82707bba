import { cursor, limit, strictlyAfter, type QueryOf } from '../pipeline/query.js';

/** Q-activity */
export const Q_ACTIVITY = { limit: limit(200), cursor: cursor(), since: strictlyAfter() };

export type ActivityQuery = QueryOf<typeof Q_ACTIVITY>;
