import { loadModule, parseSync } from 'libpg-query';

/** A parsed part of a statement, such as a comparison: one member, whose name is the kind of the part. */
export type Part = Record<string, unknown>;

/** The members of a part. */
export type Members = Record<string, unknown>;

/** Loads the parser of PostgreSQL. Must resolve before the first call of `parse`. */
export const loadParser = (): Promise<void> => loadModule();

/** Parses one statement. Throws for a text with a syntax error, with no statement or with several. */
export function parse(text: string): Part {
  const { stmts = [] } = parseSync(text);
  const [only, ...others] = stmts;
  if (!only?.stmt || others.length > 0) throw new Error(`This is not one statement: ${text}`);
  return { ...only.stmt };
}

/** Parses a text of any number of statements. Throws for one with a syntax error. */
export function parseEach(text: string): readonly Part[] {
  return (parseSync(text).stmts ?? []).map(({ stmt }) => ({ ...stmt }));
}

/** Returns the members of a part of this kind; `undefined` for another kind. */
export function asKind(part: unknown, kind: string): Members | undefined {
  return isMembers(part) && isMembers(part[kind]) ? part[kind] : undefined;
}

/** True for an object of the syntax tree: neither a list nor a plain value. */
export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the parts of a list; an empty list for a member that is absent. */
export function partsOf(list: unknown): readonly Part[] {
  return Array.isArray(list) ? list.filter(isMembers) : [];
}

/** Returns the text of a `String` part. */
export function textOf(part: unknown): string | undefined {
  const text = asKind(part, 'String')?.sval;
  return typeof text === 'string' ? text : undefined;
}

/** Returns the texts of a list of `String` parts. */
export function textsOf(list: unknown): readonly string[] {
  return partsOf(list).map((part) => textOf(part) ?? '');
}

/** Returns the names of a column reference, such as `['item', 'id']`; a final `*` for all columns. */
export function namesOf(part: unknown): readonly string[] | undefined {
  const reference = asKind(part, 'ColumnRef');
  return reference && partsOf(reference.fields).map((field) => textOf(field) ?? '*');
}

/** Calls `visit` for each object inside `value`. */
export function walk(value: unknown, visit: (part: Members) => void): void {
  if (typeof value !== 'object' || value === null) return;
  for (const inner of Object.values(value)) {
    if (isMembers(inner)) visit(inner);
    walk(inner, visit);
  }
}
