import { SQUEAKQL_BOUNDS, type SearchWorkItems } from '@worktrack/application';
import { Cursor, Integer, Words } from '../pipeline/fields.js';

const LIMIT = { least: 1, most: 200 } as const;
const STANDARD_LIMIT = 50;

/** contract §4, B-search */
export class SearchBody {
  @Words(SQUEAKQL_BOUNDS.query) query!: string;
  @Integer(LIMIT, { optional: true, default: STANDARD_LIMIT }) limit?: number;
  // Longer than others: the place of a row may be its title.
  @Cursor({ most: 8_192 }) cursor?: string | null;

  toCommand(): SearchWorkItems {
    const { query, limit = STANDARD_LIMIT, cursor } = this;
    return { query, limit, cursor: cursor ?? undefined };
  }
}

/** contract §4, B-validate */
export class ValidateBody {
  @Words(SQUEAKQL_BOUNDS.query) query!: string;
}
