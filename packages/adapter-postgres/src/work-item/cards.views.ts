import {
  CardViews,
  LABELS_OF_A_CARD,
  LONGEST_PARENT_TITLE,
  MOST_ATTACHMENTS_COUNTED,
  MOST_CARDS,
  MOST_CHILDREN_COUNTED,
  MOST_COMMENTS_COUNTED,
  MOST_LINKS_LOOKED_AT,
  SECONDS_UNTIL_VISIBLE,
  wordsOf,
  type CardQuery,
  type CardView,
  type CardsView,
  type OrganizationScope,
  type ProjectScope,
  type ShortField,
  type WorkItemFilter,
} from '@worktrack/application';
import {
  WorkItemKey,
  type ProjectKey,
  type PublicUserId,
  type SprintId,
  type SprintState,
  type WorkItemId,
} from '@worktrack/domain';
import { type Reader, StatementParameters, shapedView } from '../engine/statement.js';
import { squeakqlCondition } from '../squeakql/condition.js';
import { JOIN_POSITION, POSITION } from '../position/order.js';
import { instantFor } from '../squeakql/instant.js';
import { changedSince, IS_TOO_MUCH } from './changed-cards.js';
import { pickOf } from './collection/pick.js';

import { ofProject, type Population } from './collection/population.js';
import { SHORT_FIELD_COLUMNS, shortFieldsOf } from './item-fields.js';
import { sprintOf, type Joined } from './item-row.js';

/**
 * The cards in one statement, and one before it for a query that depends on the present: it picks the rows first, and looks up what belongs to a card only for
 * those.
 */
export class PostgresCardViews extends CardViews {
  constructor(private readonly reader: Reader) {
    super();
  }

  async list(viewer: OrganizationScope, scope: ProjectScope, query: CardQuery): Promise<CardsView> {
    const { squeakql, calendar, updatedAfter } = query;
    const now = squeakql && new Date(await instantFor(squeakql, this.reader));
    const narrow: Narrowing = (all, parameters) => {
      const matched = matching(all, scope, query, parameters);
      if (!squeakql || !now) return matched;
      const { organizationId } = matched;
      const found = squeakqlCondition(squeakql, { parameters, organizationId, viewer, now, calendar });
      return { ...matched, condition: `${matched.condition} and ${found}` };
    };
    return updatedAfter === undefined
      ? this.all(scope, query, narrow)
      : this.changed(scope, { ...query, updatedAfter }, narrow);
  }

  private async all(scope: ProjectScope, query: CardQuery, narrow: Narrowing): Promise<CardsView> {
    const parameters = new StatementParameters();
    const population = narrow(ofProject(scope, parameters), parameters);
    const pick = pickOf('rank', filterOf(query), undefined, MOST_CARDS, parameters, population);
    const cards = `select ${CARD}, row_number() over (order by ${pick.orderBy}) as shown_at from (${pick.sql}) item ${JOINS}`;
    const text = `select ${AS_OF}, card.* from (select) head left join (${cards}) card on true order by card.shown_at`;
    const rows = await this.reader.rows<ResultRow>(shapedView('card-view.list', text, false), parameters.values);
    const found = rows.filter(isCard);
    return {
      asOf: headOf(rows).asOf,
      items: found.slice(0, MOST_CARDS).map(cardOf),
      gone: [],
      truncated: found.length > MOST_CARDS,
    };
  }

  private async changed(
    scope: ProjectScope,
    query: CardQuery & { readonly updatedAfter: Date },
    narrow: Narrowing,
  ): Promise<CardsView> {
    const parameters = new StatementParameters();
    const { population, definitions } = changedSince(query.updatedAfter, scope, parameters);
    const matched = narrow(population, parameters);
    const pick = pickOf('updated', filterOf(query), undefined, MOST_CARDS, parameters, matched);
    const text = `with ${definitions}
      card as materialized (select ${CARD} from (${pick.sql}) item ${JOINS})
      select ${AS_OF}, ${IS_TOO_MUCH} as truncated, touched.id as "touchedId", card.*
      from (select) head left join touched on true left join card on card.id = touched.id
      order by card."updatedAt" desc`;
    const rows = await this.reader.rows<ChangedRow>(shapedView('card-view.changed', text, false), parameters.values);
    return {
      asOf: headOf(rows).asOf,
      items: rows.filter(isCard).slice(0, MOST_CARDS).map(cardOf),
      gone: rows.flatMap(({ id, touchedId }) => (id === null && touchedId !== null ? [touchedId] : [])),
      truncated: headOf(rows).truncated,
    };
  }
}

/** Leaves of some Work Items those that the filter of a board finds. */
type Narrowing = (all: Population, parameters: StatementParameters) => Population;

const AS_OF = `date_trunc('milliseconds', statement_timestamp()) - interval '${SECONDS_UNTIL_VISIBLE} seconds' as "asOf"`;

const CARD = `item.id, item.project_key as "projectKey", item.number, item.revision, item.status, ${SHORT_FIELD_COLUMNS},
  item.updated_at as "updatedAt", ${POSITION} as position, sprint.id as "sprintId", sprint.name as "sprintName", sprint.state as "sprintState",
  assignee.public_id as "assigneePublicId", assignee.name as "assigneeName", avatar.version as "avatarVersion",
  parent.project_key as "parentProjectKey", parent.number as "parentNumber", left(parent.title, ${LONGEST_PARENT_TITLE}) as "parentTitle",
  coalesce(attached.shown, '[]') as labels, attached.count as "labelCount",
  child.total as "childrenTotal", child.done as "childrenDone", comment.count as comments,
  file.count as attachments,
  exists (
    select from (
      select source_id, relation from work_item_links
      where organization_id = $1 and target_id = item.id and deleted_at is null
      order by created_at, id limit ${MOST_LINKS_LOOKED_AT}
    ) link
    join work_items blocker on blocker.organization_id = $1 and blocker.id = link.source_id
    where link.relation = 'blocks' and blocker.deleted_at is null and blocker.status <> 'done') as blocked`;

/**
 * Looks up the records that belong to each card. Where several indexes could serve, the lookup asks for the order of the right one: so
 * the planner takes that one, also when its statistics are from a time at which the Organization was empty.
 */
const JOINS = `
  ${JOIN_POSITION}
  left join users assignee on assignee.id = item.assignee_id and assignee.removed_at is null
  left join user_avatars avatar on avatar.user_id = assignee.id
  left join sprints sprint on sprint.organization_id = $1 and sprint.id = item.sprint_id
  left join work_items parent on parent.organization_id = $1 and parent.id = item.parent_id
    and parent.deleted_at is null
  cross join lateral (
    select count(*), json_agg(json_build_object('id', named.id, 'name', named.name, 'color', named.color) order by named.place)
      filter (where named.place <= ${LABELS_OF_A_CARD}) as shown
    from (
      select label.id, label.name, label.color, row_number() over (order by label.name) as place
      from work_item_labels labelled
      join labels label on label.organization_id = $1 and label.id = labelled.label_id
      where labelled.organization_id = $1 and labelled.work_item_id = item.id
    ) named
  ) attached
  cross join lateral (
    select count(*) as total, count(*) filter (where counted.status = 'done') as done
    from (
      select under.status from work_items under
      where under.organization_id = $1 and under.project_id = $2
        and under.parent_id between item.id and item.id and under.deleted_at is null and under.archived_at is null
      order by under.parent_id, under.status, under.story_points
      limit ${MOST_CHILDREN_COUNTED}
    ) counted
  ) child
  cross join lateral (
    select count(*)
    from (
      select from comments written
      where written.organization_id = $1 and written.work_item_id = item.id and written.deleted_at is null
      order by written.created_at, written.id
      limit ${MOST_COMMENTS_COUNTED}
    ) counted
  ) comment
  cross join lateral (
    select count(*)
    from (
      select from attachments attached
      where attached.organization_id = $1 and attached.work_item_id = item.id and attached.deleted_at is null
      limit ${MOST_ATTACHMENTS_COUNTED}
    ) counted
  ) file`;

function filterOf(query: CardQuery): WorkItemFilter {
  const { q, status, label } = query;
  return {
    archived: false,
    text: q === '' ? undefined : q,
    statuses: status.length === 0 ? undefined : status,
    words: wordsOf(query),
    labelIds: label.length === 0 ? undefined : label,
  };
}

/** Leaves those on which the references match, which the statement itself looks up. */
function matching(all: Population, scope: ProjectScope, query: CardQuery, parameters: StatementParameters): Population {
  const conditions = [
    all.condition,
    ...sprintConditions(query, parameters),
    ...assigneeConditions(scope, query, parameters),
  ];
  if (query.scope === 'open') conditions.push(`item.status <> 'done'`);
  if (query.doneWithinDays !== undefined) {
    const days = parameters.add(query.doneWithinDays, 'integer');
    conditions.push(`(item.status <> 'done' or item.updated_at >= statement_timestamp() - ${days} * interval '1 day')`);
  }
  return { ...all, condition: conditions.join(' and ') };
}

function sprintConditions({ sprint }: CardQuery, parameters: StatementParameters): string[] {
  if (sprint === undefined) return [];
  if (sprint === 'none') return ['item.sprint_id is null'];
  if (sprint !== 'active') return [`item.sprint_id = ${parameters.add(sprint, 'uuid')}`];
  return [
    `item.sprint_id = (
       select sprint.id from sprints sprint
       where sprint.organization_id = $1 and sprint.project_id = $2 and sprint.state = 'active')`,
  ];
}

function assigneeConditions(
  { actorId }: ProjectScope,
  { assignee }: CardQuery,
  parameters: StatementParameters,
): string[] {
  if (assignee.length === 0) return [];
  const publicIds = assignee.filter((one): one is PublicUserId => one !== 'me' && one !== 'none');
  const ways = [
    ...(assignee.includes('none') ? ['item.assignee_id is null'] : []),
    ...(assignee.includes('me') ? [`item.assignee_id = ${parameters.add(actorId, 'uuid')}`] : []),
    ...(publicIds.length === 0
      ? []
      : [
          `item.assignee_id = any(array(
             select users.id from users where users.public_id = any(${parameters.add(publicIds, 'text[]')}) and users.removed_at is null))`,
        ]),
  ];
  return [`(${ways.join(' or ')})`];
}

type CardRow = Pick<
  CardView,
  | 'id'
  | 'revision'
  | ShortField
  | 'status'
  | 'updatedAt'
  | 'position'
  | 'labels'
  | 'labelCount'
  | 'comments'
  | 'attachments'
  | 'blocked'
> & {
  readonly projectKey: ProjectKey;
  readonly number: number;
  readonly avatarVersion: string | null;
  readonly childrenTotal: number;
  readonly childrenDone: number;
} & Joined<{ readonly assigneePublicId: PublicUserId; readonly assigneeName: string }> &
  Joined<{ readonly sprintId: SprintId; readonly sprintName: string; readonly sprintState: SprintState }> &
  Joined<{ readonly parentProjectKey: ProjectKey; readonly parentNumber: number; readonly parentTitle: string }>;

/** A row of a result: what holds for the whole result, and a card or none. */
type ResultRow = { readonly asOf: string } & (CardRow | { readonly id: null });

type ChangedRow = ResultRow & {
  readonly truncated: boolean;
  /** A Work Item that changed; `null` when none did. */
  readonly touchedId: WorkItemId | null;
};

/** Returns the first row: a result without cards has one row, too. */
function headOf<Row>([first]: readonly Row[]): Row {
  if (!first) throw new Error('The statement of cards answers at least one row.');
  return first;
}

const isCard = <Row extends ResultRow>(row: Row): row is Row & CardRow => row.id !== null;

function cardOf(row: CardRow): CardView {
  const { id, revision, status, labels, labelCount, updatedAt, position } = row;
  const { comments, attachments, blocked } = row;
  return {
    id,
    key: WorkItemKey.of(row.projectKey, row.number),
    revision,
    ...shortFieldsOf(row),
    status,
    assignee:
      row.assigneePublicId === null
        ? null
        : { publicId: row.assigneePublicId, name: row.assigneeName, avatarVersion: row.avatarVersion },
    sprint: sprintOf(row),
    parent:
      row.parentProjectKey === null
        ? null
        : { key: WorkItemKey.of(row.parentProjectKey, row.parentNumber), title: row.parentTitle },
    labels,
    labelCount,
    updatedAt,
    position,
    children: { total: row.childrenTotal, done: row.childrenDone },
    comments,
    attachments,
    blocked,
  };
}
