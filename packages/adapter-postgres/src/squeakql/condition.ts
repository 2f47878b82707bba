import {
  textOf,
  type SqueakQLCall,
  type SqueakQLComparator,
  type SqueakQLCondition,
  type SqueakQLField,
  type SqueakQLQuery,
  type SqueakQLValue,
} from '@worktrack/application';
import {
  WORK_ITEM_FIELDS,
  WORK_ITEM_PRIORITIES,
  WORK_ITEM_STATUSES,
  isWordField,
  type WordField,
  type WorkItemPriority,
} from '@worktrack/domain';
import { snakeCase } from '../engine/table.js';
import {
  anyLabelCondition,
  changedCondition,
  commentCondition,
  labelCondition,
  linkCondition,
  blockedCondition,
  pastStatusCondition,
} from './related-rows.js';
import type { SqueakQLContext } from './context.js';
import {
  parentCondition,
  projectCondition,
  sprintCondition,
  sprintStateCondition,
  keyCondition,
  noReporterCondition,
  userCondition,
} from './references.js';
import { descriptionHolds, textHolds, titleHolds, titleIs, withTexts } from './texts.js';
import { dueDates, timeCondition, timeOrderCondition, timestamps } from './times.js';

/**
 * Compiles a query to a condition on `item`, a row of `work_items`: true when the item matches, otherwise false or `null`. The caller adds
 * the order and the conditions on Projects, deletion and archiving.
 */
export function squeakqlCondition({ condition }: SqueakQLQuery, context: SqueakQLContext): string {
  const sql = conjunction(cheapFirst(conjunctsOf(condition)), context);
  return asksTexts(condition) ? withTexts(sql, context) : sql;
}

/** The maximum number of subqueries that the planner can turn into joins. With more, it would try the orders of all joins. */
const MOST_JOINS = 3;
const CAN_BE_JOINED = /exists \(|in \(\s*select/;

/** Combines conditions with `and`. PostgreSQL turns a bare subquery condition into a join, and one with `is true` into a filter. */
function conjunction(conditions: readonly SqueakQLCondition[], context: SqueakQLContext): string {
  let joins = 0;
  if (conditions.length === 0) return 'true';
  const operands = conditions.map((condition) => {
    const sql = compiled(condition, context);
    if (!CAN_BE_JOINED.test(sql)) return sql;
    joins += 1;
    return joins > MOST_JOINS ? `(${sql} is true)` : sql;
  });
  return `(${operands.join(' and ')})`;
}

/** The conditions that must all be true. */
export function conjunctsOf(condition: SqueakQLCondition): readonly SqueakQLCondition[] {
  return condition.kind === 'and' ? condition.operands.flatMap(conjunctsOf) : [condition];
}

/**
 * Sorts conditions by their cost and removes duplicates: PostgreSQL stops at the first operand that decides, and evaluates the operands of
 * a nested `and` or `or` in the order in which they are written.
 */
function cheapFirst(conditions: readonly SqueakQLCondition[]): readonly SqueakQLCondition[] {
  const distinct = [...new Map(conditions.map((condition) => [JSON.stringify(condition), condition])).values()];
  return distinct.sort((one, other) => costOf(one) - costOf(other));
}

/** The cost of a condition, by the data that it reads for one item: its row, a related row, many rows such as its history, or its texts. */
const COST = { item: 0, joined: 1, related: 2, texts: 3 } as const;

function costOf(condition: SqueakQLCondition): number {
  switch (condition.kind) {
    case 'or':
    case 'and':
      return Math.max(...condition.operands.map(costOf));
    case 'not':
      return costOf(condition.operand);
    case 'comparison':
    case 'membership':
    case 'null-test':
      if (isText(condition.field)) return condition.kind === 'null-test' ? COST.item : COST.texts;
      return ['sprint', 'sprint.state', 'parent', 'label', 'key'].includes(condition.field) ? COST.joined : COST.item;
    case 'call':
      return COST.related;
    default:
      return condition satisfies never;
  }
}

function isText(field: SqueakQLField): boolean {
  return ['title', 'description', 'text'].includes(field);
}

function asksTexts(condition: SqueakQLCondition): boolean {
  switch (condition.kind) {
    case 'or':
    case 'and':
      return condition.operands.some(asksTexts);
    case 'not':
      return asksTexts(condition.operand);
    case 'comparison':
      return isText(condition.field);
    case 'membership':
    case 'null-test':
    case 'call':
      return false;
    default:
      return condition satisfies never;
  }
}

/** Compiles a condition. Any part of the SQL can be `null` instead of false: only a negation could distinguish them, and `not` does not. */
function compiled(condition: SqueakQLCondition, context: SqueakQLContext): string {
  switch (condition.kind) {
    case 'or':
      return joined('or', cheapFirst(condition.operands), context);
    case 'and':
      return decidedEarly(cheapFirst(condition.operands), context);
    case 'not':
      return not(compiled(condition.operand, { ...context, isNegated: true }));
    case 'comparison':
      return comparison(condition.field, condition.operator, condition.value, context);
    case 'membership':
      return (condition.negated ? noneOfCondition : anyOfCondition)(condition.field, condition.values, context);
    case 'null-test':
      return condition.negated ? not(nullCondition(condition.field, context)) : nullCondition(condition.field, context);
    case 'call':
      return predicate(condition, context);
    default:
      return condition satisfies never;
  }
}

function joined(word: 'and' | 'or', conditions: readonly SqueakQLCondition[], context: SqueakQLContext): string {
  return `(${conditions.map((condition) => compiled(condition, context)).join(` ${word} `)})`;
}

/**
 * Combines conditions with `and`, but evaluates the costly ones only where the others are true: a plain `and` would also evaluate them
 * where the others are `null`. The cheap ones are repeated outside the `case`, so that an index can be used for them.
 */
function decidedEarly(conditions: readonly SqueakQLCondition[], context: SqueakQLContext): string {
  const cheap = conditions.filter((condition) => costOf(condition) < COST.related);
  const costly = conditions.filter((condition) => costOf(condition) >= COST.related);
  if (cheap.length === 0 || costly.length === 0) return joined('and', conditions, context);
  const first = joined('and', cheap, context);
  return `(${first} and case when ${first} then ${joined('and', costly, context)} else false end)`;
}

function not(sql: string): string {
  return `(${sql} is not true)`;
}

function comparison(
  field: SqueakQLField,
  operator: SqueakQLComparator,
  value: SqueakQLValue,
  context: SqueakQLContext,
): string {
  switch (operator) {
    case '=':
      return anyOfCondition(field, [value], context);
    case '!=':
      return noneOfCondition(field, [value], context);
    case '~':
      return holds(field, textOf(value), context);
    case '!~':
      return not(holds(field, textOf(value), { ...context, isNegated: true }));
    case '<':
    case '<=':
    case '>':
    case '>=':
      return inOrder(field, operator, value, context);
    default:
      return operator satisfies never;
  }
}

/** Builds the condition that the field is one of the values; for a field with many values, that any of them is. */
function anyOfCondition(field: SqueakQLField, values: readonly SqueakQLValue[], context: SqueakQLContext): string {
  if (field === 'priority') return priorityCondition(values.map(wordOf), context);
  if (isWord(field)) return wordCondition(field, values.map(wordOf), context);
  switch (field) {
    case 'key':
      return keyCondition(values, context);
    case 'title':
      return either(values.map((value) => titleIs(textOf(value), context)));
    case 'assignee':
    case 'reporter':
      return userCondition(`item.${field}_id`, values, context);
    case 'sprint':
      return sprintCondition(values, context);
    case 'sprint.state':
      return sprintStateCondition(values.map(wordOf), context);
    case 'parent':
      return parentCondition(values, context);
    case 'label':
      return labelCondition(values, context);
    case 'project':
      return projectCondition(values, context);
    case 'points':
      return pointsCondition(values.map(decimalOf), context);
    case 'due':
    case 'created':
    case 'updated':
      return either(values.map((value) => timeCondition(TIMES[field], value, context)));
    case 'overdue':
      return either(
        values.map((value) => (truthOf(value) ? overdueCondition(context) : not(overdueCondition(context)))),
      );
    case 'archived':
      return either(values.map((value) => `item.archived_at is ${truthOf(value) ? 'not null' : 'null'}`));
    case 'description':
    case 'text':
      throw unresolved(field);
    default:
      return field satisfies never;
  }
}

/**
 * Builds the complement of `anyOfCondition`, nulls included. For words it uses `<>`: the planner can then prove that a partial index
 * suffices.
 */
function noneOfCondition(field: SqueakQLField, values: readonly SqueakQLValue[], context: SqueakQLContext): string {
  return isWord(field)
    ? otherWordCondition(field, values.map(wordOf), context)
    : not(anyOfCondition(field, values, context));
}

function nullCondition(field: SqueakQLField, context: SqueakQLContext): string {
  if (isWord(field)) throw unresolved(field);
  switch (field) {
    case 'description':
      return 'item.description is null';
    case 'assignee':
      return 'item.assignee_id is null';
    case 'reporter':
      return noReporterCondition();
    case 'sprint':
      return 'item.sprint_id is null';
    case 'parent':
      return 'item.parent_id is null';
    case 'label':
      return not(anyLabelCondition(context));
    case 'points':
      return 'item.story_points is null';
    case 'due':
      return 'item.due_date is null';
    case 'key':
    case 'title':
    case 'text':
    case 'sprint.state':
    case 'project':
    case 'created':
    case 'updated':
    case 'overdue':
    case 'archived':
      throw unresolved(field);
    default:
      return field satisfies never;
  }
}

function holds(field: SqueakQLField, term: string, context: SqueakQLContext): string {
  switch (field) {
    case 'title':
      return titleHolds(term, context);
    case 'description':
      return descriptionHolds(term, context);
    case 'text':
      return textHolds(term, context);
    default:
      throw unresolved(field);
  }
}

type Order = '<' | '<=' | '>' | '>=';

function inOrder(field: SqueakQLField, order: Order, value: SqueakQLValue, context: SqueakQLContext): string {
  if (isWord(field)) {
    const words = field === 'status' ? WORK_ITEM_STATUSES : WORK_ITEM_FIELDS[field].words;
    const wanted = wordsOnSide(words, order, wordOf(value));
    return field === 'priority' ? priorityCondition(wanted, context) : wordCondition(field, wanted, context);
  }
  switch (field) {
    case 'points':
      return `item.story_points ${order} ${context.parameters.add(decimalOf(value), 'numeric')}`;
    case 'due':
    case 'created':
    case 'updated':
      return timeOrderCondition(TIMES[field], order, value, context);
    default:
      throw unresolved(field);
  }
}

function predicate({ function: called, values }: SqueakQLCall, context: SqueakQLContext): string {
  const [first, second] = values;
  switch (called) {
    case 'hasLink':
      return linkCondition(wordOf(first), context);
    case 'blocked':
      return blockedCondition(context);
    case 'commentedBy':
      return commentCondition(values, context);
    case 'wasIn':
      return pastStatusCondition(wordOf(first), context);
    case 'changed':
      return changedCondition(wordOf(first), second, context);
    case 'me':
    case 'activeSprint':
    case 'futureSprints':
    case 'today':
    case 'now':
    case 'startOfWeek':
    case 'startOfMonth':
      throw unresolved(called);
    default:
      return called satisfies never;
  }
}

const TIMES = {
  due: dueDates,
  created: timestamps('item.created_at'),
  updated: timestamps('item.updated_at'),
} as const;

function overdueCondition(context: SqueakQLContext): string {
  return `(${dueDates('<', context.now.getTime(), context)} and item.status <> 'done')`;
}

/** Compares a priority by its number, `priority_order`: an index has the numbers and not the words. */
function priorityCondition(words: readonly string[], { parameters }: SqueakQLContext): string {
  const orders = words.map((word) => String(1 + WORK_ITEM_PRIORITIES.indexOf(word as WorkItemPriority)));
  return `item.priority_order = any(${parameters.add(orders, 'smallint[]')})`;
}

/** True for a field whose values are words: the status, or a field of the domain's table. */
function isWord(field: SqueakQLField): field is Extract<SqueakQLField, 'status' | WordField> {
  return field === 'status' || isWordField(field);
}

function wordCondition(field: 'status' | WordField, words: readonly string[], { parameters }: SqueakQLContext): string {
  const column = snakeCase(field);
  const [only] = words;
  return words.length === 1 && only !== undefined
    ? `item.${column} = ${parameters.add(only, 'text')}`
    : `item.${column} = any(${parameters.add(words, 'text[]')})`;
}

function otherWordCondition(
  field: 'status' | WordField,
  words: readonly string[],
  { parameters }: SqueakQLContext,
): string {
  const column = snakeCase(field);
  const [only] = words;
  return words.length === 1 && only !== undefined
    ? `item.${column} <> ${parameters.add(only, 'text')}`
    : `item.${column} <> all(${parameters.add(words, 'text[]')})`;
}

/** Returns the words before or after `word` in their canonical order. */
function wordsOnSide(words: readonly string[], order: Order, word: string): readonly string[] {
  const at = words.indexOf(word);
  if (order === '<') return words.slice(0, at);
  if (order === '<=') return words.slice(0, at + 1);
  return words.slice(order === '>' ? at + 1 : at);
}

function pointsCondition(decimals: readonly string[], { parameters }: SqueakQLContext): string {
  return `item.story_points = any(${parameters.add(decimals, 'numeric[]')})`;
}

function either(conditions: readonly string[]): string {
  return conditions.length === 1 ? conditions.join('') : `(${conditions.join(' or ')})`;
}

function wordOf(value: SqueakQLValue | undefined): string {
  if (value?.kind === 'word') return value.word;
  throw unresolved(value?.kind);
}

function decimalOf(value: SqueakQLValue): string {
  if (value.kind === 'number') return value.decimal;
  throw unresolved(value.kind);
}

function truthOf(value: SqueakQLValue): boolean {
  if (value.kind === 'truth') return value.value;
  throw unresolved(value.kind);
}

/** Creates the error for a query that the catalogue of SqueakQL does not allow, which therefore never gets here. */
function unresolved(what = 'nothing'): TypeError {
  return new TypeError(`A resolved query does not ask this of ${what}.`);
}
