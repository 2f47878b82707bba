import type { Policy } from './policy.js';
import { parse } from './syntax.js';
import { breachesOf, type Breach } from './ties.js';

/** A statement as it is sent: its name, if it has one, and its text. */
export interface SentText {
  readonly name?: string | undefined;
  readonly text: string;
}

/** A statement that breaks the rules. */
export interface BreakingText extends SentText {
  readonly breaches: readonly Breach[];
}

/** Returns the statements that break the rules and are not exceptions. Throws with the text that cannot be parsed or has unknown syntax. */
export function loose(statements: readonly SentText[], policy: Policy): readonly BreakingText[] {
  return breaking(statements, policy).filter((broken) => !isExcused(broken, policy));
}

/** True for an exception that breaks no stricter rule than it is allowed to. */
function isExcused({ name, breaches }: BreakingText, { exceptions }: Policy): boolean {
  const own = exceptions.find(({ statements }) => name !== undefined && statements.includes(name));
  return own !== undefined && (own.rule === 'own' || breaches.every(({ rule }) => rule === 'tied'));
}

/** True for the name of a statement that need not keep the rules. */
export function isException(name: string | undefined, { exceptions }: Policy): boolean {
  return name !== undefined && exceptions.some(({ statements }) => statements.includes(name));
}

/** Returns the names of exceptions that none of the statements needs, or not for their rule. */
export function superfluous(statements: readonly SentText[], policy: Policy): readonly string[] {
  const broken = breaking(statements, policy);
  return policy.exceptions.flatMap(({ rule, statements: names }) =>
    names.filter(
      (name) => !broken.some((one) => one.name === name && one.breaches.some((breach) => breach.rule === rule)),
    ),
  );
}

function breaking(statements: readonly SentText[], policy: Policy): readonly BreakingText[] {
  return statements.flatMap((statement) => {
    const breaches = breachesIn(statement, policy);
    return breaches.length === 0 ? [] : [{ ...statement, breaches }];
  });
}

function breachesIn({ name, text }: SentText, policy: Policy): readonly Breach[] {
  try {
    return breachesOf(parse(text), policy);
  } catch (error) {
    throw new Error(`${name ?? 'A statement'} cannot be checked: ${text}`, { cause: error });
  }
}

/** Says in one line what is wrong with a statement. */
export function describe({ name, text, breaches }: BreakingText): string {
  const tables = breaches.map(({ table, alias, rule }) => {
    const needed = rule === 'own' ? 'is compared with no parameter of its own' : 'is tied to no Organization';
    return `${table}${alias === '' || alias === table ? '' : ` ${alias}`} ${needed}`;
  });
  return `${name ?? text}: ${tables.join(', ')}`;
}
