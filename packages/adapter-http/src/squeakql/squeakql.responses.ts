import { ApiSchema } from '@nestjs/swagger';
import {
  SQUEAKQL_DIAGNOSTIC_CODES,
  type SqueakQLDiagnosticView,
  type SqueakQLValidationView,
  type WorkItemCountView,
} from '@worktrack/application';
import { Shows } from '../openapi/shows.js';

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

@ApiSchema({ description: 'The number of Work Items that a query matches.' })
export class WorkItemCount implements WorkItemCountView {
  @Shows.integer(0, { description: 'At most 1,000.' }) readonly count!: number;
  @Shows.flag({ description: '`true`: there are more than these.' }) readonly isMore!: boolean;
}
