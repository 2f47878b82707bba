import { labelNameOf } from '../kit/case-insensitive.js';
import { PRIORITIES, STATUSES, TYPES } from '../kit/words.js';
import { invalid, invalidAt } from './state.js';

/** The request bodies of contract §4: each member with its limits, whether it is required, and its default. */

/** Returns the value as it is stored; `undefined` for a value that is refused. */
type Check = (value: any) => unknown;

type Member = readonly [check: Check, need: 'required' | 'optional' | 'nullable', fallback?: unknown];
type Shape = Readonly<Record<string, Member>>;

const isText = (value: unknown): value is string =>
  typeof value === 'string' && !value.includes('\0') && value.isWellFormed();

function asSent(least: number, most: number): Check {
  const isLong = ({ length }: readonly string[]): boolean => length >= least && length <= most;
  return when((value) => isText(value) && isLong(Array.from(value)));
}
function trimmed(least: number, most: number): Check {
  return (value) => asSent(least, most)(typeof value === 'string' ? value.trim() : value);
}
function lowerCase(check: Check): Check {
  return (value) => (check(value) as string | undefined)?.toLowerCase();
}
const labelName: Check = (value) => asSent(1, 100)(typeof value === 'string' ? labelNameOf(value) : value);
function when(test: (value: any) => boolean): Check {
  return (value) => (test(value) ? value : undefined);
}
const pattern = (test: RegExp): Check => when((value) => typeof value === 'string' && test.test(value));
const oneOf = (words: readonly unknown[]): Check => when((value) => words.includes(value));
const integer = (least: number, most: number): Check =>
  when((value) => Number.isInteger(value) && value >= least && value <= most);
/** Any value; of a string, only its characters are checked. */
const anything = when((value) => (typeof value === 'string' ? isText(value) : value !== undefined));

const uuid = lowerCase(pattern(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i));
const publicId = pattern(/^usr_[A-Za-z0-9_-]{21}[AQgw]$/);
const color = lowerCase(pattern(/^#[0-9a-fA-F]{6}$/));
const projectKey: Check = (value) => pattern(/^[A-Z][A-Z0-9]{0,9}$/)(isText(value) ? value.toUpperCase() : value);
const instant: Check = (value) => {
  if (!isText(value) || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(value)) return undefined;
  // Date accepts 30 February and turns it into 2 March.
  const day = value.slice(0, 10);
  return new Date(day).toISOString().startsWith(day) ? new Date(value).toISOString() : undefined;
};

const required = (check: Check): Member => [check, 'required'];
const optional = (check: Check, fallback?: unknown): Member => [check, 'optional', fallback];
const nullable = (check: Check): Member => [check, 'nullable', null];

/** Without defaults: an update leaves alone what it does not name. */
const changeable = (shape: Shape): Shape =>
  Object.fromEntries(
    Object.entries(shape).map(([name, [check, need]]) => [name, [check, need === 'nullable' ? need : 'optional']]),
  );

const PROJECT = {
  name: required(trimmed(1, 255)),
  description: nullable(asSent(0, 10_000)),
  color: optional(color, '#6366f1'),
};
const WORK_ITEM = {
  title: required(trimmed(1, 500)),
  description: nullable(asSent(0, 64_000)),
  type: optional(oneOf(TYPES), 'task'),
  priority: optional(oneOf(PRIORITIES), 'medium'),
  assigneePublicId: nullable(publicId),
  assigneeId: nullable(uuid),
  sprintId: nullable(uuid),
  parentId: nullable(asSent(1, 50)),
  storyPoints: nullable(integer(0, 100_000)),
  dueDate: nullable(instant),
};
const CREATION = { ...WORK_ITEM, status: optional(oneOf(STATUSES), 'backlog') };
const ADDRESSED = {
  projectKey: required(trimmed(1, 10)),
  workItemKey: required(trimmed(1, 50)),
  revision: optional(integer(1, Number.MAX_SAFE_INTEGER)),
};
const OPERATIONS = required(when((value) => Array.isArray(value) && value.length >= 1 && value.length <= 50));

const SHAPES = {
  empty: {},
  'project-create': { ...PROJECT, key: optional(projectKey) },
  'project-update': changeable(PROJECT),
  'sprint-create': {
    name: required(trimmed(1, 255)),
    startDate: nullable(instant),
    endDate: nullable(instant),
    goal: nullable(asSent(0, 10_000)),
    targetPoints: nullable(integer(0, 10_000_000)),
  },
  'sprint-transition': {
    targetState: required(oneOf(['future', 'active', 'done'])),
    completionAction: optional(anything),
  },
  completion: { mode: required(oneOf(['backlog', 'sprint'])), targetSprintId: optional(uuid) },
  'label-create': { name: required(labelName), color: optional(color, '#6366f1') },
  'label-attach': { labelId: optional(labelName), label: optional(labelName) },
  'wi-create': CREATION,
  'wi-update': { ...changeable(WORK_ITEM), status: [anything, 'nullable'] },
  'wi-transition': { targetStatus: required(asSent(1, 30)) },
  'wi-delete': { cascade: optional(oneOf([true, false]), false) },
  'link-create': {
    relation: required(oneOf(['blocks', 'blocked_by', 'relates'])),
    targetKey: optional(asSent(1, 50)),
    targetId: optional(uuid),
  },
  'comment-create': { body: required(trimmed(1, 2_000)), parentCommentId: nullable(uuid) },
  'comment-edit': { body: required(trimmed(1, 2_000)) },
  'bulk-create': { operations: OPERATIONS },
  'bulk-change': {
    operations: OPERATIONS,
    concurrency: optional(oneOf(['require-revision', 'last-write-wins']), 'require-revision'),
  },
  'one-creation': { ...CREATION, projectKey: ADDRESSED.projectKey },
  'one-update': { ...ADDRESSED, changes: required(anything) },
  'one-transition': { ...ADDRESSED, targetStatus: required(asSent(1, 30)) },
} satisfies Record<string, Shape>;

export type ShapeName = keyof typeof SHAPES;

/** Members of which a body may have only one; and whether it has to have one. */
const ASSIGNEES = { of: ['assigneeId', 'assigneePublicId'], isRequired: false };
const TOGETHER: Partial<Record<ShapeName, typeof ASSIGNEES>> = {
  ...{ 'wi-create': ASSIGNEES, 'wi-update': ASSIGNEES, 'one-creation': ASSIGNEES },
  'label-attach': { of: ['labelId', 'label'], isRequired: true },
  'link-create': { of: ['targetKey', 'targetId'], isRequired: true },
};

/** Returns the body as it is stored, with its defaults; refuses it with the names of all faulty members. */
export function parsed(name: ShapeName, body: any, at = ''): any {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return invalid(at || 'body');
  const shape: Shape = SHAPES[name];
  const isGiven = (member: string): boolean => Object.hasOwn(body as object, member);
  const faults = Object.keys(body as object).filter((member) => !Object.hasOwn(shape, member));
  const value: Record<string, any> = {};
  for (const [member, [check, need, fallback]] of Object.entries(shape)) {
    const stored = body[member] === null && need === 'nullable' ? null : check(body[member]);
    if (isGiven(member) ? stored === undefined : need === 'required') faults.push(member);
    else if (isGiven(member)) value[member] = stored;
    else if (fallback !== undefined) value[member] = fallback;
  }
  const { of = [], isRequired = false } = TOGETHER[name] ?? {};
  const present = of.filter(isGiven).length;
  if (present > 1 || (isRequired && present === 0)) faults.push(...of, 'body');
  if (['project-update', 'wi-update'].includes(name) && Object.keys(body as object).length === 0) faults.push('body');
  if (name === 'sprint-create' && value.startDate && value.endDate && value.endDate < value.startDate)
    faults.push('endDate');
  if (name === 'completion' && (value.mode === 'sprint') !== isGiven('targetSprintId'))
    faults.push('targetSprintId', 'mode');
  return faults.length > 0 ? invalidAt(at, faults) : value;
}
