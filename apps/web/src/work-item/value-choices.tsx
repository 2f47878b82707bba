import {
  WORK_ITEM_FIELDS,
  WORK_ITEM_STATUSES,
  allowedTargets,
  type WordField,
  type WorkItemStatus,
} from '@worktrack/domain';
import type { VNode } from 'preact';
import { Icon } from '../parts/icon.js';
import type { Choice } from '../parts/picker.js';
import { nameOfWord, type Values } from './fields.js';
import { PriorityMark, StatusMark, TypeMark } from './marks.js';
import { STATUS_NAMES } from './words.js';

/** The mark of a word of each field. */
export const WORD_MARKS: { readonly [Name in WordField]: (word: Values[Name]) => VNode } = {
  type: (type) => <TypeMark type={type} />,
  priority: (priority) => <PriorityMark priority={priority} />,
};

/** A choice of a picker, with the values that it sets. */
export interface ValueChoice<Id extends string = string> extends Choice {
  readonly id: Id;
  readonly values: Partial<Values>;
}

/** The rules of each field, by the type of its words. */
const RULES: { readonly [Name in WordField]: { readonly kind: string; readonly words: readonly Values[Name][] } } =
  WORK_ITEM_FIELDS;

/** The words of a field to choose from, each with its mark; the highest level comes first. */
export function wordChoicesOf<Name extends WordField>(field: Name): readonly ValueChoice<Values[Name]>[] {
  const { kind, words } = RULES[field];
  const shown = kind === 'level' ? [...words].reverse() : words;
  return shown.map((word) => ({
    id: word,
    name: nameOfWord(field, word),
    before: WORD_MARKS[field](word),
    values: { [field]: word },
  }));
}

/** The statuses that a Work Item can take, with the one that it has. */
export function statusChoicesOf(now: WorkItemStatus | undefined): readonly ValueChoice<WorkItemStatus>[] {
  const able = now ? [now, ...allowedTargets(now, false)] : [];
  return WORK_ITEM_STATUSES.filter((status) => able.includes(status)).map((status) => ({
    id: status,
    name: STATUS_NAMES[status],
    before: <StatusMark status={status} />,
    values: { status },
  }));
}

/** Usual sizes; any other number can be typed. */
const USUAL_POINTS = [0, 1, 2, 3, 5, 8, 13, 21];

/** The story points to choose from, the number that is typed among them, and no estimate. */
export function pointChoicesOf(text: string): readonly ValueChoice[] {
  const typed = Number(/^\d{1,6}$/.exec(text.trim())?.[0] ?? NaN);
  const points = typed <= WORK_ITEM_FIELDS.storyPoints.bounds.most ? new Set([typed, ...USUAL_POINTS]) : USUAL_POINTS;
  return [
    ...[...points].map((count) => ({ id: String(count), name: String(count), values: { storyPoints: count } })),
    { id: 'none', name: 'No estimate', before: <Icon name="x" />, values: { storyPoints: null } },
  ];
}
