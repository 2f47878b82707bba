import type { Policy } from './policy.js';
import { parse } from './syntax.js';
import { breachesOf, type Breach } from './ties.js';

/** A statement as it is sent: its name, if it has one, and its text. */
export interface SentText {
  readonly name?: string | undefined;
  readonly text: string;
}

/** A statement that breaks the rules. */
export interface Judged extends SentText {
  readonly breaches: readonly Breach[];
}

/** Returns the statements that break the rules and are no exceptions. Throws with the text that cannot be parsed or has unknown syntax. */
export function loose(statements: readonly SentText[], policy: Policy): readonly Judged[] {
  return breaking(statements, policy).filter(({ name }) => !isException(name, policy));
}

/** True for the name of a statement that need not keep the rules. */
export function isException(name: string | undefined, { exceptions }: Policy): boolean {
  return name !== undefined && exceptions.some(({ statements }) => statements.includes(name));
}

/** Returns the names of exceptions that none of the statements needs. */
export function superfluous(statements: readonly SentText[], policy: Policy): readonly string[] {
  const breakers = new Set(breaking(statements, policy).map(({ name }) => name));
  return policy.exceptions.flatMap((exception) => exception.statements).filter((name) => !breakers.has(name));
}

function breaking(statements: readonly SentText[], policy: Policy): readonly Judged[] {
  return statements.flatMap((statement) => {
    const breaches = judged(statement, policy);
    return breaches.length === 0 ? [] : [{ ...statement, breaches }];
  });
}

function judged({ name, text }: SentText, policy: Policy): readonly Breach[] {
  try {
    return breachesOf(parse(text), policy);
  } catch (error) {
    throw new Error(`${name ?? 'A statement'} cannot be judged: ${text}`, { cause: error });
  }
}

/** Says in one line what is wrong with a statement. */
export function describe({ name, text, breaches }: Judged): string {
  const tables = breaches.map(({ table, alias, rule }) => {
    const needed = rule === 'own' ? 'is compared with no parameter of its own' : 'is tied to no Organization';
    return `${table}${alias === '' || alias === table ? '' : ` ${alias}`} ${needed}`;
  });
  return `${name ?? text}: ${tables.join(', ')}`;
}
