import {
  FeedViews,
  refuse,
  type FedChange,
  type FedData,
  type FeedCursors,
  type FeedEventView,
  type FeedPageView,
  type FeedReader,
  type FeedType,
  type ListEvents,
} from '@worktrack/application';
import {
  WorkItemKey,
  isUuid,
  type CommentId,
  type HistoryChange,
  type LabelId,
  type OrganizationId,
  type ProjectId,
  type ProjectKey,
  type PublicUserId,
  type Slug,
  type SprintId,
  type UserId,
  type WorkItemId,
} from '@worktrack/domain';
import { ReferenceBook } from '../activity/references.js';
import { FIELD_BY_ACTION } from '../work-item/item-fields.js';
import type { ReaderOfSeveral } from '../engine/statement.js';
import { viewStatement } from '../engine/statement.js';

/** The most positions that one request looks through: more would block others where a filter finds little. */
const MOST_LOOKED_THROUGH = 5_000;

const SELECT = `select told.position::float8 as position, told.id, told.type, told.at, told.subject, told.revision, told.request_id as "requestId",
     told.changes, project.id as "projectId", project.key as "projectKey", project.name as "projectName",
     item.id as "itemId", item.project_key as "itemProjectKey", item.number as "itemNumber", item.title as "itemTitle",
     item.revision as "itemRevision", item.deleted_at is not null as "isDeleted",
     actor.public_id as "actorPublicId", actor.name as "actorName", reply.parent_comment_id as "parentCommentId"
   from changes told
   left join projects project on project.organization_id = $1 and project.id = told.project_id
   left join work_items item on item.organization_id = $1 and item.id = told.subject and told.revision is not null
   left join users actor on actor.id = told.actor_id and actor.removed_at is null
   left join comments reply on reply.organization_id = $1 and told.type like 'comment.%'
     and reply.id = (told.changes -> 0 ->> 'comment')::uuid
   where told.organization_id = $1`;

/** $2 and $3 the positions, exclusive and inclusive; $4 the types; $5 the Projects, null for all; $6 the most rows. */
const PAGE = viewStatement(
  'feed-view.page',
  `${SELECT} and told.position > $2::bigint and told.position <= $3::bigint and told.type = any($4::text[])
     and ($5::uuid[] is null or told.project_id = any($5::uuid[]))
   order by told.position limit $6`,
);

const ONE = viewStatement(
  'feed-view.one',
  `${SELECT} and told.id = $2 and told.type = any($3::text[]) and ($4::uuid[] is null or told.project_id = any($4::uuid[]))`,
);

const HEAD = viewStatement(
  'feed-view.head',
  `select organization.slug, organization.name, coalesce(head.last_position, 0)::float8 as last,
     coalesce(head.oldest_position, 1)::float8 as oldest
   from organizations organization left join feed_heads head on head.organization_id = $1
   where organization.id = $1`,
);

/** Names the Projects $2 of an Organization by their keys. */
const PROJECTS = viewStatement(
  'feed-view.projects',
  'select id from projects where organization_id = $1 and key = any($2::text[])',
);

interface Head {
  readonly slug: Slug;
  readonly name: string;
  readonly last: number;
  readonly oldest: number;
}

interface Row {
  readonly position: number;
  readonly id: string;
  readonly type: FeedType;
  readonly at: string;
  readonly subject: string;
  readonly revision: number | null;
  readonly requestId: string;
  readonly changes: readonly HistoryChange[];
  readonly projectId: ProjectId | null;
  readonly projectKey: ProjectKey;
  readonly projectName: string;
  readonly itemId: WorkItemId | null;
  readonly itemProjectKey: ProjectKey;
  readonly itemNumber: number;
  readonly itemTitle: string;
  readonly itemRevision: number;
  readonly isDeleted: boolean;
  readonly actorPublicId: PublicUserId | null;
  readonly actorName: string;
  readonly parentCommentId: CommentId | null;
}

export class PostgresFeedViews extends FeedViews {
  constructor(
    private readonly reader: ReaderOfSeveral,
    private readonly cursors: FeedCursors,
  ) {
    super();
  }

  async page(reader: FeedReader, { after, limit, types, projects }: ListEvents): Promise<FeedPageView> {
    const { organizationId } = reader.scope;
    const head = await this.head(organizationId);
    const from = this.positionOf(after, organizationId, head);
    const to = Math.min(head.last, from + MOST_LOOKED_THROUGH);
    const wanted = await this.projectsOf(reader, projects);
    const shownTypes = types.length === 0 ? reader.types : reader.types.filter((type) => types.includes(type));
    const values = [organizationId, from, to, [...shownTypes], wanted, limit];
    const rows = from < to ? await this.reader.rows<Row>(PAGE, values) : [];
    const last = rows.at(-1);
    const end = rows.length === limit && last !== undefined ? last.position : to;
    return {
      items: await this.shown(reader, head, rows),
      cursor: this.cursors.seal(organizationId, end),
      hasMore: end < head.last,
    };
  }

  async one(reader: FeedReader, id: string): Promise<FeedEventView> {
    if (!isUuid(id)) refuse('NOT_FOUND');
    const { organizationId, onlyProjects } = reader.scope;
    const values = [organizationId, id, [...reader.types], onlyProjects ? [...onlyProjects] : null];
    const rows = await this.reader.rows<Row>(ONE, values);
    const [event] = await this.shown(reader, await this.head(organizationId), rows);
    return event ?? refuse('NOT_FOUND');
  }

  private async head(organizationId: OrganizationId): Promise<Head> {
    const [head] = await this.reader.rows<Head>(HEAD, [organizationId]);
    return head ?? refuse('NOT_FOUND');
  }

  /** Returns the position after which to read. */
  private positionOf(after: string, organizationId: OrganizationId, { last, oldest }: Head): number {
    if (after === 'latest') return last;
    if (after === 'earliest') return oldest - 1;
    const position = this.cursors.open(organizationId, after) ?? refuse('INVALID_CURSOR');
    if (position <= last && position >= oldest - 1) return position;
    const details = {
      reason: position > last ? 'rewound' : 'expired',
      earliest: this.cursors.seal(organizationId, oldest - 1),
    };
    refuse('EVENTS_EXPIRED', 'The events after this cursor are kept no longer: read the lists again, then follow.', {
      details,
    });
  }

  /** Returns the ids of the Projects to show; `null` for all. A Project that is not visible is not there. */
  private async projectsOf(
    { scope: { organizationId, onlyProjects } }: FeedReader,
    keys: readonly ProjectKey[],
  ): Promise<readonly ProjectId[] | null> {
    if (keys.length === 0) return onlyProjects ? [...onlyProjects] : null;
    const found = await this.reader.rows<{ id: ProjectId }>(PROJECTS, [organizationId, [...keys]]);
    return found.flatMap(({ id }) => (!onlyProjects || onlyProjects.has(id) ? [id] : []));
  }

  /** Shows rows twice: first to collect what they refer to, then with its names. */
  private async shown(reader: FeedReader, head: Head, rows: readonly Row[]): Promise<readonly FeedEventView[]> {
    const references = new ReferenceBook(reader.scope);
    for (const row of rows) dataOf(row, references);
    await references.load(this.reader);
    return rows.map((row) => this.eventOf(reader, head, row, references));
  }

  private eventOf(
    { scope: { organizationId, onlyProjects } }: FeedReader,
    { slug, name }: Head,
    row: Row,
    references: ReferenceBook,
  ): FeedEventView {
    const { position, id, type, at, requestId, projectId, itemId, actorPublicId, isDeleted } = row;
    const redacted = itemId !== null && isDeleted && type !== 'work_item.deleted';
    return {
      id,
      type,
      timestamp: at,
      sequence: onlyProjects ? null : position,
      cursor: this.cursors.seal(organizationId, position),
      organization: { id: organizationId, slug, name },
      project: projectId === null ? null : { id: projectId, key: row.projectKey, name: row.projectName },
      workItem:
        itemId === null
          ? null
          : {
              id: itemId,
              key: WorkItemKey.of(row.itemProjectKey, row.itemNumber),
              title: row.itemTitle,
              revision: row.revision ?? row.itemRevision,
            },
      actor: actorPublicId === null ? null : { publicId: actorPublicId, name: row.actorName },
      requestId,
      redacted,
      data: redacted ? {} : dataOf(row, references),
    };
  }
}

/** Returns what an event tells next to what it is about. */
function dataOf({ type, subject, changes, parentCommentId }: Row, references: ReferenceBook): FedData {
  const [subjectKind] = type.split('.');
  if (subjectKind === 'label') return { label: references.label(subject as LabelId) };
  if (subjectKind === 'sprint') return { sprint: references.sprint(subject as SprintId) };
  if (subjectKind === 'member') return { member: references.user(subject as UserId) };
  const [first] = changes;
  if (!first) return {};
  if ('comment' in first) return { comment: { id: first.comment, parentCommentId } };
  if ('otherWorkItem' in first) {
    return { relation: first.relation, otherWorkItem: references.workItem(first.otherWorkItem) };
  }
  if ('attachment' in first) return { attachment: first.attachment };
  return type === 'work_item.updated' ? { changes: changesOf(changes, references) } : {};
}

function changesOf(changes: readonly HistoryChange[], references: ReferenceBook): readonly FedChange[] {
  const shown: FedChange[] = [];
  const labels = { added: [] as (object | null)[], removed: [] as (object | null)[] };
  for (const change of changes) {
    if (change.action === 'label_added') labels.added.push(references.label(change.label));
    else if (change.action === 'label_removed') labels.removed.push(references.label(change.label));
    else if (change.action === 'description_changed') shown.push({ field: 'description' });
    else if (change.action === 'status_changed') shown.push({ field: 'status', from: change.from, to: change.to });
    else if (change.action === 'assigned') {
      shown.push({ field: 'assignee', from: references.user(change.from), to: references.user(change.to) });
    } else if (change.action === 'sprint_changed') {
      shown.push({ field: 'sprint', from: references.sprint(change.from), to: references.sprint(change.to) });
    } else if (change.action === 'parent_changed') {
      shown.push({ field: 'parent', from: references.workItem(change.from), to: references.workItem(change.to) });
    } else if ('from' in change) {
      const field = FIELD_BY_ACTION.get(change.action);
      // Instants are text in what is stored.
      if (field) shown.push({ field, from: change.from as string | null, to: change.to as string | null });
    }
  }
  return labels.added.length + labels.removed.length > 0 ? [...shown, { field: 'labels', ...labels }] : shown;
}
