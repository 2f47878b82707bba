import { ApiSchema } from '@nestjs/swagger';
import {
  SQUEAKQL_DIAGNOSTIC_CODES,
  type SqueakQLDiagnosticView,
  type SqueakQLValidationView,
  type TableRowView,
  type WorkItemCountView,
} from '@worktrack/application';
import type { WorkItemKey } from '@worktrack/domain';
import { PublicUserSummary } from '../identity/user.responses.js';
import { Page } from '../openapi/page.responses.js';
import { Shows } from '../openapi/shows.js';
import { Label, WorkItemContext } from '../work-item/work-item.responses.js';

@ApiSchema({ description: 'Something that is wrong with a query, and where.' })
export class SqueakQLDiagnostic implements SqueakQLDiagnosticView {
  @Shows.word(SQUEAKQL_DIAGNOSTIC_CODES) readonly code!: SqueakQLDiagnosticView['code'];
  @Shows.text() readonly message!: string;
  @Shows.integer(1, { description: 'The line where it begins, from 1.' }) readonly line!: number;
  @Shows.integer(1, { description: 'The column where it begins, from 1.' }) readonly column!: number;
  @Shows.integer(1, { optional: true, description: 'The line of its last character.' }) readonly endLine!: number;
  @Shows.integer(1, { optional: true, description: 'The column of its last character.' }) readonly endColumn!: number;
  @Shows.text({ optional: true, description: 'The text that is wrong.' }) readonly token?: string;
  @Shows.texts({ optional: true, description: 'The words that are valid at this place.' })
  readonly expected?: readonly string[];
  @Shows.text({ optional: true, description: 'The word that was probably meant.' }) readonly suggestion?: string;
}

@ApiSchema({ description: 'The result of the check of a query.' })
export class SqueakQLValidation implements SqueakQLValidationView {
  @Shows.flag({ description: '`true`: the query can run.' }) readonly valid!: boolean;
  @Shows.constant(1, { description: 'The version of SqueakQL.' }) readonly languageVersion!: 1;
  @Shows.many(SqueakQLDiagnostic, {
    description: 'The errors of the query, in the order of its text; empty for a valid query.',
  })
  readonly errors!: readonly SqueakQLDiagnostic[];
}

export class TableParent {
  @Shows.text() readonly key!: WorkItemKey;
  @Shows.text({ description: 'Its first 200 characters.' }) readonly title!: string;
}

@ApiSchema({ description: 'A Work Item with all that a table has columns for.' })
export class TableRow extends WorkItemContext implements TableRowView {
  @Shows.one(PublicUserSummary, { nullable: true }) readonly reporter!: PublicUserSummary | null;
  @Shows.one(TableParent, { nullable: true }) readonly parent!: TableParent | null;
  @Shows.many(Label) readonly labels!: readonly Label[];
}

export class TableRowList {
  @Shows.many(TableRow) readonly items!: readonly TableRow[];
  @Shows.one(Page) readonly page!: Page;
}

@ApiSchema({ description: 'The number of Work Items that a query matches.' })
export class WorkItemCount implements WorkItemCountView {
  @Shows.integer(0, { description: 'At most 1,000.' }) readonly count!: number;
  @Shows.flag({ description: '`true`: there are more than these.' }) readonly isMore!: boolean;
}
