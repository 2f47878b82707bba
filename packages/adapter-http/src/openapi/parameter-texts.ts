import { WORD_FIELDS } from '@worktrack/domain';
import { boundsText } from './bounds-text.js';
import type { Schema } from './schemas.js';

/** The meaning of each parameter of a path, a query or a header, where it is the same everywhere. */
const TEXTS: Readonly<Record<string, string>> = {
  organizationSlug: 'The slug of the Organization: `listOrganizations` lists it.',
  projectKey: 'The key of the Project, such as `WEB`, in upper or lower case.',
  workItemKey: 'The key of the Work Item, such as `WEB-132`, in upper or lower case.',
  publicId: 'The public id of the user: `getMe` has yours, `listOrganizationUsers` those of the others.',
  sprintId: 'The id of the Sprint: `listProjectSprints` lists it.',
  commentId: 'The id of the comment: `listWorkItemComments` lists it.',
  linkId: 'The id of the link: `listWorkItemLinks` lists it.',
  attachmentId: 'The id of the attachment: `listWorkItemAttachments` lists it.',
  labelId: 'The id of the label, or its name.',
  reportType: 'The report to make.',

  'If-Match':
    'The `ETag` of the last response that showed the resource, quotes included; `*` for whatever its revision is now.',
  'Idempotency-Key':
    'A name that you give to this one request, 8 to 128 letters, digits, `.`, `_`, `:` or `-`. Send it again with a repeat. It belongs to the user: over all tokens and Organizations it names one request.',

  limit: 'The most rows of a page.',
  cursor:
    'The `page.nextCursor` of the page before, unchanged; absent for the first page. The other parameters stay the same, except `limit` and `fields`.',
  q: 'A text that occurs in the title, the description or the key, in upper or lower case.',
  status: 'Only Work Items in this status.',
  ...Object.fromEntries(WORD_FIELDS.map((name) => [name, `Only Work Items with this ${name}.`])),
  type: 'Only Work Items of this type.',
  assignee: 'Only Work Items of this assignee: `me`, `none`, a user id or a public user id.',
  sprint: 'Only Work Items in this Sprint, by its id; `none`: in no Sprint.',
  label: 'Only Work Items with this label, by its id. `label` and `labelName` are one filter.',
  labelName:
    'Only Work Items with this label, by its name, in upper or lower case. `label` and `labelName` are one filter.',
  parent: 'Only direct children of the Work Item with this key.',
  topLevel: '`true` or `1`: only Work Items without a parent. `false` or `0`: only those with one.',
  updatedAfter: 'Only Work Items that changed after this instant. Deletions are not shown.',
  overdue: '`true`: only unfinished Work Items whose due date has passed. `false`: all others.',
  dueBefore: 'Only Work Items that are due before this instant.',
  dueAfter: 'Only Work Items that are due after this instant.',
  sort: 'The order: `updated` is the last change first, `dueDate` the earliest first, `priority` the most urgent first, `rank` overdue work first, then work in progress. A row that changes meanwhile can be missed, or shown twice.',
  archived: '`true`: only archived ones. `false`: only those that are not archived. No list has both.',
  scope: '`open`: only unfinished Work Items. `closed`: only finished ones. `all`: both.',
  project: 'Only Work Items of the Project with this key.',
  organization: 'Only Work Items of the Organization with this slug.',
  involvement: 'Only Work Items in which the user has this part. Absent: any part.',
  fields:
    'The members that each row shows, separated by commas. `id`, `key` and `revision` are always shown. Empty or absent: all. No row has a description or labels.',
  since: 'Only what happened after this instant.',

  squeakql: 'Only Work Items that this query in SqueakQL finds. It has no `ORDER BY`.',
  range:
    'The number of completed Sprints (velocity) or of days up to today. More than a report shows is cut, with `range_capped`.',
  start: 'The first day. Not together with `range`. Without `end` the last day is today.',
  end: 'The last day, included. Not together with `range`. Without `start` the report has its usual number of days.',
  timeZone:
    'The time zone of the days, a name of the IANA database such as `Europe/Berlin`. Without it, that of the Organization.',
  unit: 'The unit of the figures: story points, or the number of Work Items.',
  window: 'The number of rows over which a rolling figure is computed.',
  measure: '`cycle`: the time from the first entry to `cycleStartStatus`. `lead`: the time from the creation.',
  cycleStartStatus: 'The status from which a cycle counts. Without effect for `lead`.',
  buckets: 'The upper limits of the groups of ages, in days: ascending numbers up to 100,000, separated by commas.',
  interval: 'The length of a row. A week begins on Monday.',
  groupBy: 'The member of a Work Item that makes the groups.',

  v: 'Any text, without effect: it makes the address of each picture different for caches.',
  format: 'Any text, without effect.',
  rev: 'Any text, without effect.',
};

/** Describes a parameter: its meaning, its own before the common one, what its schema says, then its bounds and its default. */
export function parameterText(name: string, schema: Schema = {}, own = TEXTS[name]): string | undefined {
  const { type, maxItems, description = '' } = schema;
  const bounds =
    type === 'array' ? `Given several times, at most ${String(maxItems)}: any of them.` : boundsText(schema);
  return own && [own, description, bounds].filter((sentence) => sentence !== '').join(' ');
}
