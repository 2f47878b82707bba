export type {
  Call,
  Comparison,
  Conjunction,
  Decimal,
  Disjunction,
  Duration,
  Expression,
  Membership,
  Name,
  Negation,
  NullTest,
  Operand,
  Operator,
  OrderBy,
  Predicate,
  Query,
  SortField,
  Text,
  Truth,
} from './ast.js';
export { complete, type Completion, type CompletionUse, type Completions, type NamedValue } from './complete.js';
export { DIAGNOSTIC_CODES, type Diagnostic, type DiagnosticCode } from './diagnostic.js';
export { LIMITS } from './limits.js';
export { parse, type Parsed } from './parser.js';
export { placeOf, tokensOf, type Place, type PlacedToken } from './placed.js';
export { asOperand, print } from './printer.js';
export type { Range, Written } from './range.js';
export {
  COMPARATORS,
  DURATION_UNITS,
  KEYWORDS,
  type Comparator,
  type DurationUnit,
  type Keyword,
  type Token,
} from './token.js';
export { Catalogue } from './catalogue.js';
export type { CatalogueEntries, FieldEntry, FieldOperator, FunctionEntry, ValueType } from './catalogue-entries.js';
export { MOST_DIAGNOSTICS, resolve, type Resolved, type Use } from './resolve.js';
export type { Condition, ResolvedCall, ResolvedQuery, SortKey, Value } from './resolved.js';
