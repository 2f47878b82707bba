import {
  SQUEAKQL_DIAGNOSTIC_CODES,
  type SqueakQLDiagnosticView,
  type SqueakQLValidationView,
} from '@worktrack/application';
import { Shows } from '../openapi/shows.js';

/** One thing that is wrong with a query, and where (contract §5.9). */
export class SqueakQLDiagnostic implements SqueakQLDiagnosticView {
  @Shows.word(SQUEAKQL_DIAGNOSTIC_CODES) readonly code!: SqueakQLDiagnosticView['code'];
  @Shows.text() readonly message!: string;
  @Shows.integer(1) readonly line!: number;
  @Shows.integer(1) readonly column!: number;
  @Shows.integer(1, { optional: true }) readonly endLine!: number;
  @Shows.integer(1, { optional: true }) readonly endColumn!: number;
  @Shows.text({ optional: true }) readonly token?: string;
  @Shows.texts({ optional: true }) readonly expected?: readonly string[];
  @Shows.text({ optional: true }) readonly suggestion?: string;
}

export class SqueakQLValidation implements SqueakQLValidationView {
  @Shows.flag() readonly valid!: boolean;
  @Shows.constant(1) readonly languageVersion!: 1;
  @Shows.many(SqueakQLDiagnostic) readonly errors!: readonly SqueakQLDiagnostic[];
}
