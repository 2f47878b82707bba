import { WORD_FIELDS } from '@worktrack/domain';
import { boundsText } from './bounds-text.js';
import type { Schema } from './schemas.js';

/** The meaning of each member that means the same in all schemas that have it. A decorator of the member can replace it. */
const TEXTS: Readonly<Record<string, string>> = {
  id: 'The id. It never changes.',
  key: 'The key of the Work Item: the key of its Project and a number that is never used again.',
  name: 'The name, without white space at its ends.',
  slug: 'The name of the Organization in paths.',
  publicId: 'The public id of the user. It never changes.',
  username: 'The name of the user in this Organization; `null`: none was chosen.',
  revision: 'The number of the present state. Each change adds 1.',
  createdAt: 'The instant of the creation.',
  updatedAt: 'The instant of the last change.',
  archivedAt: 'The instant of the archiving; `null`: not archived.',
  items: 'The rows of this page, in order.',
  page: 'The place of this page in the list.',

  title: 'The title, without white space at its ends.',
  description: 'A longer text in Markdown; `null`: none.',
  status: 'The status of the Work Item.',
  ...Object.fromEntries(WORD_FIELDS.map((name) => [name, `The ${name} of the Work Item.`])),
  storyPoints: 'The estimate in story points; `null`: not estimated.',
  dueDate: 'The instant when it is due; `null`: none.',
  assignee: 'The person who works on it; `null`: nobody.',
  reporter: 'The person who created it; `null`: the account was removed.',
  sprint: 'The Sprint that it is in; `null`: none.',
  parent: 'The Work Item above it; `null`: none.',
  labels: 'The labels on it, by name.',
  projectId: 'The id of its Project.',
  workItemId: 'The id of the Work Item.',
  project: 'The Project of the Work Item.',
  organization: 'The Organization.',
  workItem: 'The Work Item.',
  color: 'The color: `#` and six hexadecimal digits.',

  assigneePublicId:
    'The public id of the person who shall work on it, a member of the Organization. Not together with `assigneeId`.',
  assigneeId: 'The user id of the person who shall work on it. For older clients: prefer `assigneePublicId`.',
  sprintId: 'The id of a Sprint of the same Project; `null`: none.',
  parentId: 'The Work Item above it in the same Project; a request can also name it by its key. `null`: none.',
  targetStatus: 'The status to move to.',
  projectKey: 'The key of the Project.',
  workItemKey: 'The key of the Work Item.',
  concurrency: '`require-revision`: each operation names the revision that it changes. `last-write-wins`: none does.',

  startDate: 'The planned start; `null`: not planned.',
  endDate: 'The planned end, not before the start; `null`: not planned.',
  goal: 'The purpose of the Sprint; `null`: not given.',
  targetPoints: 'The story points to reach; `null`: not given.',
  state: 'The state of the Sprint. A Project has at most one `active` Sprint.',

  body: 'The words of the comment, without white space at their ends; `null` in a response: the comment was deleted.',
  parentCommentId: 'The comment that this one replies to; `null`: none.',
  author: 'The person who wrote it.',
  deleted: '`true`: the comment was deleted, and keeps its place without its words.',
  editedAt: 'The instant of the last edit of the words; `null`: never edited.',
  mentions: 'The members whom the text mentions, by their usernames of today.',
  createdBy: 'The person who made it; `null`: the account was removed.',
  fileName: 'The name of the file, without a path.',
  relation: 'The relation, seen from the Work Item in the path.',
  otherWorkItem: 'The Work Item at the other end; `null`: the caller cannot see it.',

  action: 'The kind of the change.',
  actor: 'The person who did it; `null`: the account was removed.',
  detail: '`null`: there is nothing more to show.',
  from: 'The value before.',
  to: 'The value after.',

  query: 'A query in SqueakQL, such as `status = todo AND due < 7d`.',
  limit: 'The most rows of a page.',
  code: 'The code that programs read.',
  message: 'A sentence for people.',

  kind: 'Tells this shape from the others.',
  occurredAt: 'The instant when it happened.',
  itemCount: 'The number of Work Items.',
  points: 'Their story points together.',
  itemPercent: 'Completed Work Items in whole per cent of all; `null` without any.',
  pointPercent: 'Completed story points in whole per cent of all; `null` without any.',
  generatedAt: 'The instant of the report: nothing later counts. All pages have that of the first one.',
  parameters: 'The parameters in force, defaults included; `null`: not set.',
  definition: 'The definitions of the figures, in words for programs.',
  data: 'The same rows as `items`.',
  limitations: 'Why the report is incomplete, each word at most once. Empty: it is complete.',
  capped: '`true`: a limit was reached, and `limitations` says which.',
  date: 'The day.',
  start: 'The first day.',
  end: 'The last day, included.',
  timeZone: 'The time zone of the days, by its IANA name.',
  unit: 'The unit of the figures.',
  backlog: 'Those in the status `backlog`.',
  todo: 'Those in the status `todo`.',
  in_progress: 'Those in the status `in_progress`.',
  in_review: 'Those in the status `in_review`.',
  done: 'Those in the status `done`.',
  created: 'Work Items created.',
  resolved: 'Work Items that became done, by their latest move to `done`.',
  reopened: 'Work Items that were moved out of `done` again.',
  net: 'Created minus resolved plus reopened.',
  childCount: 'Direct children that count.',
  completedCount: 'Those of them that are done.',
  completedPoints: 'Story points of those that are done.',
  destination: 'The place to which the Work Item went.',
};

/** Returns the schemas with a text for each member: its own or the common one, then its bounds and its default. */
export function withTexts(schemas: Readonly<Record<string, Schema>>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withMemberTexts(schema)]));
}

function withMemberTexts(schema: Schema): Schema {
  if (!isMembers(schema.properties)) return schema;
  const properties = Object.entries(schema.properties).map(([name, member]) => [name, described(name, member)]);
  return { ...schema, properties: Object.fromEntries(properties) as Schema };
}

function described(name: string, { description: own, ...member }: Schema): Schema {
  const text = typeof own === 'string' ? own : TEXTS[name];
  return text === undefined ? member : { description: `${text} ${boundsText(member)}`.trim(), ...member };
}

function isMembers(properties: unknown): properties is Readonly<Record<string, Schema>> {
  return typeof properties === 'object' && properties !== null;
}
