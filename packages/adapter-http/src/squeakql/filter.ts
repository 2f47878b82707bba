import { SQUEAKQL_BOUNDS } from '@worktrack/application';
import { lengthOf } from '@worktrack/domain';
import { TEXT_WITH_CONTENT } from '../body/patterns.js';
import { parsed } from '../checks/query.js';

/** A query parameter with a SqueakQL query that chooses Work Items, but not their order. */
export const squeakqlFilter = () =>
  parsed(queryText, `a query of at most ${SQUEAKQL_BOUNDS.squeakql.most} characters`, {
    type: 'string',
    minLength: SQUEAKQL_BOUNDS.squeakql.least,
    maxLength: SQUEAKQL_BOUNDS.squeakql.most,
    pattern: TEXT_WITH_CONTENT,
  });

/** A character that cannot be seen is not white space: SqueakQL says which one it is. */
const NOT_BLANK = /[^\p{White_Space}]/u;

function queryText(text: string): string | undefined {
  return NOT_BLANK.test(text) && lengthOf(text) <= SQUEAKQL_BOUNDS.squeakql.most ? text : undefined;
}
