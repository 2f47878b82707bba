import {
  FeedViews,
  refuse,
  type FeedCursors,
  type FeedEventView,
  type FeedPart,
  type FeedPageView,
  type FeedReader,
  type FollowFeed,
  type ListEvents,
} from '@worktrack/application';
import {
  WorkItemKey,
  isUuid,
  type OrganizationId,
  type ProjectId,
  type ProjectKey,
  type PublicUserId,
  type Slug,
  type WorkItemId,
} from '@worktrack/domain';
import { ReferenceBook } from '../activity/references.js';
import type { ReaderOfSeveral } from '../engine/statement.js';
import { viewStatement } from '../engine/statement.js';
import { dataOf, type ChangeRow } from './event-data.js';

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

/** Milliseconds by which the instant of an event can be earlier than that of an event before it. */
const SKEW = 60_000;

/** Finds the first position from $2 to before $3 whose event is not before $4, by halves: the instants of a feed are in order but for `SKEW`. */
const FIRST_SINCE = viewStatement(
  'feed-view.first-since',
  `with recursive search (low, high) as (
     select $2::bigint, $3::bigint
     union all
     select case when middle.at < $4::timestamptz then middle.position + 1 else search.low end,
       case when middle.at < $4::timestamptz then search.high else middle.position end
     from search cross join lateral (
       select told.position, told.at from changes told
       where told.organization_id = $1 and told.position = (search.low + search.high) / 2
     ) middle
     where search.low < search.high
   )
   select min(high)::float8 as first from search`,
);

interface Head {
  readonly slug: Slug;
  readonly name: string;
  readonly last: number;
  readonly oldest: number;
}

interface Row extends ChangeRow {
  readonly position: number;
  readonly id: string;
  readonly at: string;
  readonly revision: number | null;
  readonly requestId: string;
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
    const position = this.positionIn(after, organizationId, head);
    const projectIds = await this.projectsOf(reader, projects);
    const shownTypes = types.length === 0 ? reader.types : reader.types.filter((type) => types.includes(type));
    const { events, end, isLast } = await this.look({ ...reader, types: shownTypes }, head, {
      position,
      limit,
      projectIds,
    });
    const cursor = this.cursors.seal(organizationId, end);
    return { items: events.map(({ event }) => event), cursor, hasMore: !isLast };
  }

  async after(reader: FeedReader, { position, limit, projectIds }: FollowFeed): Promise<FeedPart> {
    const { organizationId, onlyProjects } = reader.scope;
    const head = await this.head(organizationId);
    this.assertKept(position, organizationId, head);
    const seen = projectIds && onlyProjects ? projectIds.filter((id) => onlyProjects.has(id)) : projectIds;
    const wanted = seen ?? (onlyProjects ? [...onlyProjects] : null);
    return this.look(reader, head, { position, limit, projectIds: wanted });
  }

  async positionOf(organizationId: OrganizationId, after: string): Promise<number> {
    return this.positionIn(after, organizationId, await this.head(organizationId));
  }

  cursorOf(organizationId: OrganizationId, position: number): string {
    return this.cursors.seal(organizationId, position);
  }

  async positionBefore(organizationId: OrganizationId, since: Date): Promise<number> {
    const { oldest, last } = await this.head(organizationId);
    const values = [organizationId, oldest, last + 1, new Date(since.getTime() - SKEW)];
    const [found] = await this.reader.rows<{ first: number }>(FIRST_SINCE, values);
    return (found?.first ?? last + 1) - 1;
  }

  /** Looks through positions after one. */
  private async look(reader: FeedReader, head: Head, { position, limit, projectIds }: FollowFeed): Promise<FeedPart> {
    const to = Math.min(head.last, position + MOST_LOOKED_THROUGH);
    const wanted = projectIds && [...projectIds];
    const values = [reader.scope.organizationId, position, to, [...reader.types], wanted, limit];
    const rows = position < to ? await this.reader.rows<Row>(PAGE, values) : [];
    const shown = await this.shown(reader, head, rows);
    const last = rows.at(-1);
    const end = rows.length === limit && last !== undefined ? last.position : to;
    const events = shown.map((event, index) => ({ position: rows[index]?.position ?? 0, event }));
    return { events, end, isLast: end >= head.last };
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
  private positionIn(after: string, organizationId: OrganizationId, head: Head): number {
    if (after === 'latest') return head.last;
    if (after === 'earliest') return head.oldest - 1;
    const position = this.cursors.open(organizationId, after) ?? refuse('INVALID_CURSOR');
    this.assertKept(position, organizationId, head);
    return position;
  }

  private assertKept(position: number, organizationId: OrganizationId, { last, oldest }: Head): void {
    if (position <= last && position >= oldest - 1) return;
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
