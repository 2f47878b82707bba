import { ApiSchema } from '@nestjs/swagger';
import { VIEW_GROUPINGS, type ViewGrouping } from '@worktrack/domain';
import { SQUEAKQL_BOUNDS, type SearchWorkItems } from '@worktrack/application';
import { CLEARABLE, Cursor, Integer, OneOf, Words } from '../body/fields.js';

const LIMIT = { least: 1, most: 200 } as const;
const STANDARD_LIMIT = 50;

/** contract §4, B-search */
@ApiSchema({ description: 'A search for Work Items.' })
export class SearchBody {
  @Words(SQUEAKQL_BOUNDS.query) query!: string;
  @Integer(LIMIT, { optional: true, default: STANDARD_LIMIT }) limit?: number;
  // Longer than others: the place of a row can be its title.
  @Cursor(
    { most: 8_192 },
    'The `page.nextCursor` of the page before, with the same query; absent or `null` for the first page.',
  )
  cursor?: string | null;

  toCommand(): SearchWorkItems {
    const { query, limit = STANDARD_LIMIT, cursor } = this;
    return { query, limit, cursor: cursor ?? undefined };
  }
}

@ApiSchema({ description: 'A search for rows of a table.' })
export class TableBody extends SearchBody {
  @OneOf(VIEW_GROUPINGS, { ...CLEARABLE, description: 'The field of the groups; absent or `null`: one group.' })
  groupBy?: ViewGrouping | null;

  override toCommand() {
    return { ...super.toCommand(), groupBy: this.groupBy ?? null };
  }
}

/** contract §4, B-validate */
@ApiSchema({ description: 'A query to check.' })
export class ValidateBody {
  @Words(SQUEAKQL_BOUNDS.query) query!: string;
}

@ApiSchema({ description: 'A query whose Work Items are counted.' })
export class CountBody {
  @Words(SQUEAKQL_BOUNDS.query) query!: string;
}
