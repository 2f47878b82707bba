import type { SqueakQLCondition, SqueakQLValue } from '@worktrack/application';
import { dayAt, firstInstantOf } from './days-of-a-zone.js';
import { PRIORITIES, STATUSES, type Person, type Thing } from '../squeakql/people-and-things.js';

// A second implementation of the query language over plain objects, written from its documentation. It shares only the syntax tree with
// the compiler.

export interface Viewer {
  readonly me: Person;
  /** Projects that the viewer may see; `undefined` means all. */
  readonly projectIds: ReadonlySet<string> | undefined;
  readonly people: readonly Person[];
  readonly now: number;
  /** The time zone of the days. */
  readonly timeZone: string;
}

/** Folds a text by way of upper case, which is the same as case folding for all words of the tests. */
const folded = cached((given) =>
  given
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
    .replace(/ς/g, 'σ')
    .replace(/i\u0307/g, 'i')
    .normalize('NFC'),
);

const trimmed = cached((given) => given.replace(/^\p{White_Space}+/u, '').replace(/\p{White_Space}+$/u, ''));

const asciiUpper = cached((given) =>
  given.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 32)),
);

/** Reads a decimal as an integer and the power of ten that it was multiplied by. */
const scaledInteger = cached((decimal) => {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  return { value: BigInt(whole + fraction) * (sign === '-' ? -1n : 1n), scale: 10n ** BigInt(fraction.length) };
});

export function matches(condition: SqueakQLCondition, thing: Thing, viewer: Viewer): boolean {
  switch (condition.kind) {
    case 'or':
      return condition.operands.some((operand) => matches(operand, thing, viewer));
    case 'and':
      return condition.operands.every((operand) => matches(operand, thing, viewer));
    case 'not':
      return !matches(condition.operand, thing, viewer);
    case 'membership': {
      const among = condition.values.some((value) => isOne(condition.field, '=', value, thing, viewer));
      return among !== condition.negated;
    }
    case 'null-test': {
      const empty = condition.field === 'label' ? thing.labels.length === 0 : valueOf(condition.field, thing) === null;
      return empty !== condition.negated;
    }
    case 'comparison': {
      const { field, operator, value } = condition;
      if (operator === '!=') return !isOne(field, '=', value, thing, viewer);
      if (operator === '!~') return !isOne(field, '~', value, thing, viewer);
      return isOne(field, operator, value, thing, viewer);
    }
    case 'call':
      return holds(condition.function, condition.values, thing, viewer);
  }
}

/** Returns the value of a field; `null` where the item has none. */
function valueOf(field: string, thing: Thing): unknown {
  const reporter = thing.reporter?.removed === true ? null : thing.reporter;
  const values: Record<string, unknown> = { ...thing, reporter };
  return values[field] ?? null;
}

/** Compares a field with one operand; false for null. */
function isOne(field: string, operator: string, operand: SqueakQLValue, thing: Thing, viewer: Viewer): boolean {
  switch (field) {
    case 'key':
      return asciiUpper(text(operand)) === keyOf(thing);
    case 'parent':
      return thing.parent !== null && asciiUpper(text(operand)) === keyOf(thing.parent);
    case 'project':
      return asciiUpper(text(operand)) === thing.projectKey;
    case 'title':
      return operator === '~'
        ? folded(thing.title).includes(folded(text(operand)))
        : folded(thing.title) === folded(trimmed(text(operand)));
    case 'description':
      return thing.description !== null && folded(thing.description).includes(folded(text(operand)));
    case 'text':
      return [thing.title, thing.description ?? ''].some((part) => folded(part).includes(folded(text(operand))));
    case 'type':
      return thing.type === word(operand);
    case 'status':
      return ordered(STATUSES.indexOf(thing.status), operator, STATUSES.indexOf(word(operand)));
    case 'priority':
      return ordered(PRIORITIES.indexOf(thing.priority), operator, PRIORITIES.indexOf(word(operand)));
    case 'assignee':
      return isPerson(thing.assignee, operand, viewer);
    case 'reporter':
      return isPerson(thing.reporter, operand, viewer);
    case 'sprint':
      return thing.sprint !== null && isSprint(thing.sprint, operand);
    case 'sprint.state':
      return thing.sprint?.state === word(operand);
    case 'label':
      return thing.labels.some(
        (label) => folded(label) === folded(trimmed(text(operand)).replace(/\p{White_Space}+/gu, ' ')),
      );
    case 'points':
      return thing.points !== null && operand.kind === 'number' && isNumber(thing.points, operator, operand.decimal);
    case 'due':
    case 'created':
    case 'updated':
      return isTime(thing[field], operator, operand, viewer);
    case 'overdue':
      return truth(operand) === (thing.due !== null && thing.due < viewer.now && thing.status !== 'done');
    case 'archived':
      return truth(operand) === thing.archived;
    default:
      throw new Error(`Nobody knows ${field}.`);
  }
}

const ACTION_OF: Readonly<Record<string, string>> = {
  status: 'status_changed',
  priority: 'priority_changed',
  assignee: 'assigned',
  sprint: 'sprint_changed',
  title: 'title_changed',
  due: 'due_date_changed',
  parent: 'parent_changed',
};

function holds(name: string, operands: readonly SqueakQLValue[], thing: Thing, viewer: Viewer): boolean {
  const [first, second] = operands as [SqueakQLValue, SqueakQLValue];
  const links = thing.links.filter(({ other }) => !other.deleted && (viewer.projectIds?.has(other.projectId) ?? true));
  switch (name) {
    case 'hasLink':
      return links.some(({ relation }) => relation === word(first));
    case 'blocked':
      return links.some(({ relation, other }) => relation === 'blocked_by' && other.status !== 'done');
    case 'commentedBy':
      return thing.comments.some(({ author, deleted }) => !deleted && isPerson(author, first, viewer));
    case 'wasIn':
      return (
        thing.status === word(first) ||
        thing.history.some(({ initialStatus, to }) => initialStatus === word(first) || to === word(first))
      );
    case 'changed':
      return thing.history.some(
        ({ action, at }) => action === ACTION_OF[word(first)] && isTime(at, '>=', second, viewer),
      );
    default:
      throw new Error(`Nobody knows ${name}().`);
  }
}

function keyOf({ projectKey, number }: Thing): string {
  return `${projectKey}-${number}`;
}

/** True when the operand names this person. A removed account matches no one; a username is the one in the Organization. */
function isPerson(person: Person | null, operand: SqueakQLValue, { me, people }: Viewer): boolean {
  if (person === null || person.removed) return false;
  if (operand.kind === 'call') return person === me;
  const name = text(operand);
  if (/^usr_[A-Za-z0-9_-]{21}[AQgw]$/.test(name)) return person.publicId === name;
  const named = people.find(({ username }) => username !== null && asciiUpper(username) === asciiUpper(trimmed(name)));
  return person === named;
}

function isSprint({ id, name, state }: NonNullable<Thing['sprint']>, operand: SqueakQLValue): boolean {
  if (operand.kind === 'call') return state === (operand.function === 'activeSprint' ? 'active' : 'future');
  const wanted = text(operand);
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(wanted)) return id === wanted.toLowerCase();
  return folded(name) === folded(trimmed(wanted));
}

/** Compares with a decimal exactly: it may have more digits than a JavaScript number can represent. */
function isNumber(points: number, operator: string, decimal: string): boolean {
  const { value, scale } = scaledInteger(decimal);
  const scaled = BigInt(points) * scale;
  return ordered(scaled < value ? -1 : scaled > value ? 1 : 0, operator, 0);
}

const DAY = 86_400_000;

/** Returns the beginning and the end of an operand's time; they are equal for an instant. */
function span(
  operand: SqueakQLValue,
  { now, timeZone }: Pick<Viewer, 'now' | 'timeZone'>,
): { from: number; until: number; isDay: boolean } {
  const instant = (at: number) => ({ from: at, until: at, isDay: false });
  const startOf = (date: number) => firstInstantOf(new Date(date).toISOString().slice(0, 10), timeZone);
  const day = (date: number) => ({ from: startOf(date), until: startOf(date + DAY), isDay: true });
  const today = Date.parse(dayAt(timeZone, now));
  switch (operand.kind) {
    case 'instant':
      // A finer instant is between two milliseconds.
      return instant(operand.milliseconds + (operand.exact ? 0 : 0.5));
    case 'day':
      return day(operand.milliseconds);
    case 'duration':
      return instant(now + operand.minutes * 60_000);
    case 'call': {
      if (operand.function === 'now') return instant(now);
      if (operand.function === 'today') return day(today);
      let start = today;
      const isFirst = () =>
        operand.function === 'startOfWeek' ? new Date(start).getUTCDay() === 1 : new Date(start).getUTCDate() === 1;
      while (!isFirst()) start -= DAY;
      return instant(startOf(start));
    }
    default:
      throw new Error(`A ${operand.kind} is no time.`);
  }
}

function isTime(
  at: number | null,
  operator: string,
  operand: SqueakQLValue,
  viewer: Pick<Viewer, 'now' | 'timeZone'>,
): boolean {
  if (at === null) return false;
  const { from, until, isDay } = span(operand, viewer);
  if (!isDay) return ordered(at, operator, from);
  switch (operator) {
    case '=':
      return at >= from && at < until;
    case '<':
      return at < from;
    case '<=':
      return at < until;
    case '>':
      return at >= until;
    default:
      return at >= from;
  }
}

function ordered(one: number, operator: string, other: number): boolean {
  switch (operator) {
    case '=':
      return one === other;
    case '<':
      return one < other;
    case '<=':
      return one <= other;
    case '>':
      return one > other;
    case '>=':
      return one >= other;
    default:
      throw new Error(`Nobody knows ${operator}.`);
  }
}

/** Caches the results of a function of a text: a few thousand texts are compared millions of times. */
function cached<Result>(work: (given: string) => Result): (given: string) => Result {
  const results = new Map<string, Result>();
  return (given) => {
    const known = results.get(given);
    if (known !== undefined) return known;
    const result = work(given);
    results.set(given, result);
    return result;
  };
}

function text(operand: SqueakQLValue): string {
  if (operand.kind !== 'text') throw new Error(`A ${operand.kind} is no text.`);
  return operand.text;
}

function word(operand: SqueakQLValue): string {
  if (operand.kind !== 'word') throw new Error(`A ${operand.kind} is no word.`);
  return operand.word;
}

function truth(operand: SqueakQLValue): boolean {
  if (operand.kind !== 'truth') throw new Error(`A ${operand.kind} is not true or false.`);
  return operand.value;
}
