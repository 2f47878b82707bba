import {
  mentionsIn,
  type CommentRecord,
  type ProjectId,
  type WorkItemId,
  type WorkItemRecord,
} from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';

/** A text that can mention people: a comment, or the description of a Work Item, which has the id of the Work Item. */
export interface MentioningText {
  readonly id: CommentRecord['id'] | WorkItemId;
  readonly projectId: ProjectId;
  readonly workItemId: WorkItemId;
  readonly text: string;
  /** The instant of the change. */
  readonly at: Date;
}

/** The members with the usernames in the texts $2. A name that nobody has is none. */
const NAMED = `jsonb_to_recordset($2::jsonb) as text (id uuid, project_id uuid, work_item_id uuid, at timestamptz, names jsonb)
  cross join lateral jsonb_to_recordset(text.names) as name (username text, "occurrenceCount" integer)
  join memberships member on member.organization_id = $1 and member.username = name.username`;

/** Ends the mentions of those whom the texts mention no more. */
const END = statement(
  'mentions.end',
  `update mentions set occurrence_count = 0
   where organization_id = $1 and occurrence_count > 0
     and text_id in (select entry.id from jsonb_to_recordset($2::jsonb) as entry (id uuid))
     and not exists (select from ${NAMED} where text.id = mentions.text_id and member.user_id = mentions.user_id)`,
);

/** Whoever is mentioned again after the text did not mention them is mentioned since this change. */
const WRITE = statement(
  'mentions.write',
  `insert into mentions (organization_id, text_id, user_id, project_id, work_item_id, occurrence_count, mentioned_at)
   select $1, text.id, member.user_id, text.project_id, text.work_item_id, name."occurrenceCount", text.at
   from ${NAMED}
   on conflict (organization_id, text_id, user_id) do update
   set occurrence_count = excluded.occurrence_count,
     mentioned_at = case when mentions.occurrence_count = 0 then excluded.mentioned_at else mentions.mentioned_at end`,
);

/** Returns the description of a Work Item, after its last change. */
export const descriptionOf = ({ id, projectId, description, updatedAt }: WorkItemRecord): MentioningText => ({
  id,
  projectId,
  workItemId: id,
  text: description ?? '',
  at: updatedAt,
});

/** Returns the texts with names after an `@`: of new texts no others are written. */
export const mentionedIn = (texts: readonly MentioningText[]): readonly MentioningText[] =>
  texts.filter(({ text }) => mentionsIn(text).length > 0);

/** Registers the mentions of texts of one Organization. The Work Items are locked: their texts change one after the other. */
export function writeMentions(
  transaction: SqlTransaction,
  organizationId: WorkItemRecord['organizationId'],
  texts: readonly MentioningText[],
): void {
  const rows = texts.map(({ id, projectId, workItemId, text, at }) => ({
    id,
    project_id: projectId,
    work_item_id: workItemId,
    at,
    names: mentionsIn(text),
  }));
  if (rows.length === 0) return;
  const values = [organizationId, JSON.stringify(rows)];
  transaction.write(END, values);
  if (rows.some(({ names }) => names.length > 0)) transaction.write(WRITE, values);
}
