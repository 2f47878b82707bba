import { PAGE_OF_200, strictlyAfter, type QueryOf } from '../checks/query.js';

/** Q-activity */
export const Q_ACTIVITY = { ...PAGE_OF_200, since: strictlyAfter() };

export type ActivityQuery = QueryOf<typeof Q_ACTIVITY>;
