import {
  Access,
  INVOLVEMENTS,
  readSqueakQL,
  type CardQuery,
  type Cursors,
  type OrganizationScope,
  type ProjectScope,
  type ReportPopulation,
  type Reports,
  type ReportType,
  type SqueakQLQuery,
  type WorkItemFilter,
  type WorkItemSort,
} from '@worktrack/application';
import {
  Calendar,
  VIEW_GROUPINGS,
  WORK_ITEM_STATUSES,
  type LabelId,
  type OrganizationId,
  type ProjectId,
  type ProjectKey,
  type PublicUserId,
  type SprintId,
  type UserId,
  type WorkItemId,
} from '@worktrack/domain';
import type { Position } from '@worktrack/keyset';
import type { Reader, ReaderOfSeveral, SentStatement, Statement } from '../../src/engine/statement.js';
import type { Snapshots } from '../../src/engine/snapshots.js';
import { PostgresProjectReportFeeds } from '../../src/reports/project-report-feeds.js';
import { PostgresCardViews } from '../../src/work-item/cards.views.js';
import { PostgresWorkItemViews } from '../../src/work-item/work-item.views.js';
import { EVERY_FORM } from '../squeakql/every-form.js';
import { EVERY_WORD } from '../content.js';

const NOW = new Date('2026-03-04T15:16:17.018Z');
const id = (number: number) => `0198a000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const USER = id(1) as UserId;
const PROJECT: ProjectScope = {
  ...Access.onBehalfOf(id(2) as OrganizationId, USER, 'owner'),
  projectId: id(3) as ProjectId,
  projectKey: 'WEB' as ProjectKey,
};
/** An Organization of which the viewer may see everything, and one of which only some Projects. */
const WHOLE: OrganizationScope = Access.onBehalfOf(id(2) as OrganizationId, USER, 'owner');
const GRANTED: OrganizationScope = {
  ...WHOLE,
  organizationId: id(4) as OrganizationId,
  onlyProjects: new Set([id(5) as ProjectId]),
};

/** Keeps the statements that it is sent, and answers only those that the next statement depends on. */
class Listener implements ReaderOfSeveral {
  readonly heard = new Map<string, Statement>();
  private last = 0;

  /** @param answers rows by the name of the statement */
  constructor(private readonly answers: Readonly<Record<string, object>> = {}) {}

  rows<Row extends object>(statement: Statement): Promise<Row[]> {
    this.heard.set(`${statement.name} ${statement.text}`, statement);
    const answer = this.answers[statement.name];
    if (!answer) this.last += 1;
    return Promise.resolve((answer ? [answer] : []) as Row[]);
  }

  rowsOfEach<Row extends object>(requests: readonly SentStatement[]): Promise<Row[][]> {
    return Promise.all(requests.map(({ statement }) => this.rows<Row>(statement)));
  }

  /** Runs a read that may fail for want of rows. Throws when it sent nothing that it was not answered. */
  async hear(read: () => Promise<unknown>): Promise<void> {
    const before = this.last;
    const failure: unknown = await read().then(
      () => undefined,
      (error: unknown) => error,
    );
    if (this.last === before) throw new Error('A shape was not built.', { cause: failure });
  }
}

const ANSWERS = { 'squeakql.now': { now: NOW.toISOString() } };

/** One of the ways, each in its turn. */
const inTurn = <Way>(ways: readonly Way[], turn: number): readonly Way[] =>
  ways.filter((_way, at) => at === turn % ways.length);

/** Cursors that always stand at one position. */
function standingAt(position: Position | undefined): Cursors {
  const page = { items: [], page: { limit: 1, hasMore: false, nextCursor: null } };
  return { open: () => position, page: () => page } as object as Cursors;
}

/** A place in each order: the instant of the first page, the columns of the order, and the id. */
const POSITIONS: Readonly<Record<WorkItemSort, readonly Position[]>> = {
  updated: [[NOW.toISOString(), NOW.toISOString(), 'WEB', 1, id(9)]],
  dueDate: [[NOW.toISOString(), 1, NOW.toISOString(), 'WEB', 1, id(9)]],
  priority: [[NOW.toISOString(), 1, NOW.toISOString(), 'WEB', 1, id(9)]],
  rank: [0, 3].map((place) => [NOW.toISOString(), place, 1, 1, 1, NOW.toISOString(), 'WEB', 1, id(9)]),
};
const SORTS = Object.keys(POSITIONS) as WorkItemSort[];

/** Each member of the filter of a list, in each of its forms. */
const FILTERS: readonly Partial<WorkItemFilter>[] = [
  {},
  { archived: true },
  { text: 'plan' },
  { statuses: ['done'] },
  { statuses: ['todo'] },
  { statuses: ['backlog', 'todo', 'in_progress', 'in_review'] },
  { words: { type: ['bug'] } },
  { words: { priority: ['high'] } },
  { assigneeId: USER },
  { assigneeId: null },
  { sprintId: id(6) as SprintId },
  { sprintId: null },
  { labelIds: [id(7) as LabelId] },
  { labelIds: [id(7) as LabelId, id(9) as LabelId] },
  { labelIds: null },
  { parentIds: [id(8) as WorkItemId] },
  { topLevel: true },
  { topLevel: false },
  { updatedAfter: NOW },
  { overdue: true },
  { overdue: false },
  { dueBefore: { instant: NOW, inclusive: true } },
  { dueAfter: NOW },
];

/** Lists: each filter in each order of a Project and of several, and all populations with no filter and with many. */
async function lists(isDeep: boolean): Promise<Listener> {
  const listener = new Listener();
  const everything = Object.assign({}, ...FILTERS, { overdue: undefined }) as WorkItemFilter;
  const people = [undefined, [...INVOLVEMENTS], ...INVOLVEMENTS.map((one) => [one])];
  const populations = [[WHOLE], [GRANTED], [WHOLE, GRANTED]].flatMap((scopes) => people.map((as) => ({ scopes, as })));
  for (const sort of SORTS) {
    for (const [index, position] of [undefined, ...POSITIONS[sort]].entries()) {
      const views = new PostgresWorkItemViews(listener, standingAt(position));
      for (const given of [...FILTERS, everything]) {
        // No page of overdue items ends behind them.
        if (sort === 'rank' && index === 2 && given.overdue === true) continue;
        const request = { sort, filter: { archived: false, ...given }, bound: '', cursor: undefined };
        const isMain = given === everything || Object.keys(given).length === 0;
        for (const limit of isMain || isDeep ? [1, 50, 100] : [1])
          await listener.hear(() => views.page(PROJECT, { ...request, limit }));
        for (const { scopes, as } of isMain || isDeep ? populations : populations.slice(index, index + 1)) {
          const person = as && { userId: USER, as };
          await listener.hear(() => views.pageAcross(scopes, { ...request, limit: 1, person, withReporter: !!person }));
        }
      }
    }
  }
  return listener;
}

/** Every eighth of them together, then those beside it: each combines conditions of many kinds. */
const severalOf = (forms: readonly string[], step: number): readonly (readonly string[])[] =>
  Array.from({ length: step }, (_, first) => forms.filter((_form, at) => at % step === first));

const read = (text: string): SqueakQLQuery => readSqueakQL(text, 'query');

/** Predicates of every form, negated ones, and combinations that are compiled in another way than their parts. */
const CONDITIONS: readonly SqueakQLQuery[] = [
  ...EVERY_FORM,
  ...EVERY_FORM.map((form) => `NOT ${form}`),
  ...severalOf(EVERY_FORM, 8).flatMap((several) => [several.join(' AND '), `NOT (${several.join(' OR ')})`]),
  `status = done OR (points = 3 AND wasIn(todo) AND text ~ plan)`,
].map(read);

/** A position after any row: long enough for every order. */
const AFTER_SEARCH: Position = [NOW.toISOString(), ...Array.from({ length: 12 }, () => 1)];

const SORTABLE = ['key', 'title', 'type', 'status', 'priority', 'points', 'due', 'created', 'updated'];

async function searches(isDeep: boolean): Promise<Listener> {
  const listener = new Listener(ANSWERS);
  const ordered = SORTABLE.flatMap((field) =>
    ['ASC', 'DESC'].map((order) => read(`status = todo ORDER BY ${field} ${order}`)),
  );
  const ways = [undefined, AFTER_SEARCH].flatMap((position) =>
    [WHOLE, GRANTED].flatMap((scope) => [true, false].map((archivedToo) => ({ position, scope, archivedToo }))),
  );
  for (const [index, query] of [...CONDITIONS, ...ordered].entries()) {
    const chosen = isDeep ? ways : [...inTurn(ways, index), ...inTurn(ways, 2 * index + 1)];
    for (const { position, scope, archivedToo } of chosen) {
      const views = new PostgresWorkItemViews(listener, standingAt(position));
      const request = { query, calendar: Calendar.utc, archivedToo, bound: '', limit: 1, cursor: undefined };
      await listener.hear(() => views.search(scope, request));
    }
  }
  for (const [index, groupBy] of [null, ...VIEW_GROUPINGS].entries()) {
    for (const { position, scope, archivedToo } of isDeep
      ? ways
      : [...inTurn(ways, index), ...inTurn(ways, index + 4)]) {
      const views = new PostgresWorkItemViews(listener, standingAt(position));
      const query = read('status = todo ORDER BY due');
      const request = { query, groupBy, calendar: Calendar.utc, archivedToo, bound: '', limit: 1, cursor: undefined };
      await listener.hear(() => views.table(scope, request));
    }
  }
  return listener;
}

const EVERY_CARD: CardQuery = {
  q: undefined,
  scope: 'all',
  status: [],
  ...EVERY_WORD,
  assignee: [],
  label: [],
  sprint: undefined,
  squeakql: undefined,
  calendar: Calendar.utc,
  doneWithinDays: undefined,
  updatedAfter: undefined,
};

const CARD_FILTERS: readonly Partial<CardQuery>[] = [
  {},
  { q: 'plan' },
  { scope: 'open' },
  { status: ['todo'] },
  { type: ['bug'] },
  { priority: ['high'] },
  { assignee: ['me', 'none', 'usr_AAAAAAAAAAAAAAAAAAAAAA' as PublicUserId] },
  { label: [id(7) as LabelId] },
  { sprint: 'active' },
  { sprint: 'none' },
  { sprint: id(6) as SprintId },
  { doneWithinDays: 7 },
  ...CONDITIONS.map((squeakql) => ({ squeakql })),
];

async function boards(isDeep: boolean): Promise<Listener> {
  const listener = new Listener(ANSWERS);
  const views = new PostgresCardViews(listener);
  const ways = [undefined, NOW].flatMap((updatedAfter) => [WHOLE, GRANTED].map((scope) => ({ updatedAfter, scope })));
  for (const [index, filter] of [...CARD_FILTERS, Object.assign({}, ...CARD_FILTERS) as Partial<CardQuery>].entries()) {
    for (const { updatedAfter, scope } of filter.squeakql && !isDeep ? inTurn(ways, index) : ways) {
      await listener.hear(() => views.list(scope, PROJECT, { ...EVERY_CARD, ...filter, updatedAfter }));
    }
  }
  return listener;
}

const UNFILTERED: ReportPopulation = {
  ...{ filter: {}, query: null, viewer: WHOLE, sprintId: null },
  ...{ generatedAt: NOW, calendar: Calendar.utc },
};

const POPULATIONS: readonly ReportPopulation[] = [
  UNFILTERED,
  { ...UNFILTERED, sprintId: id(6) as SprintId },
  ...[
    { text: 'plan' },
    { statuses: ['todo' as const] },
    { words: { type: ['bug' as const] } },
    { words: { priority: ['high' as const] } },
    { assigneeId: USER },
    { assigneeId: null },
    { labelIds: [id(7) as LabelId] },
    { labelIds: null },
  ].map((filter) => ({ ...UNFILTERED, filter })),
  ...CONDITIONS.flatMap((query) => [WHOLE, GRANTED].map((viewer) => ({ ...UNFILTERED, query, viewer }))),
];

const BOUNDARIES = [new Date('2026-03-01T00:00:00Z'), NOW];

/** The requests of each report for one population. */
const REQUESTS: {
  readonly [Type in ReportType]: (population: ReportPopulation) => readonly Reports[Type]['request'][];
} = {
  velocity: (population) => [{ population, latest: 6 }],
  'cumulative-flow': (population) => [{ population, boundaries: BOUNDARIES }],
  'control-chart': (population) =>
    [null, ...WORK_ITEM_STATUSES].map((startStatus) => ({ population, boundaries: BOUNDARIES, startStatus })),
  'ageing-wip': (population) => [{ population, statuses: ['todo', 'done'] }],
  'created-vs-resolved': (population) => [{ population, boundaries: BOUNDARIES }],
  distribution: (population) =>
    (['status', 'type', 'priority', 'assignee', 'label'] as const).flatMap((groupBy) =>
      [true, false].map((onlyOpen) => ({ population, groupBy, onlyOpen })),
    ),
  'epic-progress': (population) => (['name', 'progress', 'targetDate'] as const).map((sort) => ({ population, sort })),
};

/** The reports whose shown rows are read beside the facts. */
const HAS_DETAILS: readonly ReportType[] = ['control-chart', 'ageing-wip', 'epic-progress'];

/** Reports: each with each filter, and with a query in every form where that is part of the statement in the same way as in the others. */
async function reports(isDeep: boolean): Promise<Listener> {
  const listener = new Listener();
  for (const lastNumber of [1, 1_000_000]) {
    // A report of a whole Project is read in another way where the Project is large.
    const reader = new Listener({ 'report.last-number': { lastNumber } });
    const feeds = new PostgresProjectReportFeeds({
      read: <T>(_organizationId: OrganizationId, work: (reader: Reader) => Promise<T>) => work(reader),
    } as object as Snapshots);
    const hear = async <Type extends ReportType>(
      type: Type,
      requestsOf: (typeof REQUESTS)[Type],
      population: ReportPopulation,
      turn: number,
    ) => {
      const requests = requestsOf(population);
      const chosen = isDeep || population === UNFILTERED ? requests : inTurn(requests, turn);
      for (const request of chosen) {
        await reader.hear(() => feeds.within(PROJECT, type, new Date(0), (feed) => feed.facts(request)));
      }
      if (!HAS_DETAILS.includes(type)) return;
      await reader.hear(() => feeds.within(PROJECT, type, new Date(0), (feed) => feed.details(population, [])));
    };
    const types = Object.keys(REQUESTS) as ReportType[];
    for (const type of types) {
      for (const [index, population] of POPULATIONS.entries()) {
        // All of them combine the condition of a query in one place.
        const isOwnTurn = population.query === null || index % types.length === types.indexOf(type);
        if (isDeep || isOwnTurn) await hear(type, REQUESTS[type], population, index);
      }
    }
    for (const [key, statement] of reader.heard) listener.heard.set(key, statement);
  }
  return listener;
}

/**
 * Builds the statements whose text depends on the request, in every form of each of their parts. Sends nothing.
 * @param isDeep true to combine every form of one part with every form of the others
 */
export async function everyShape(isDeep: boolean): Promise<readonly Statement[]> {
  const heard = await Promise.all([lists, searches, boards, reports].map((build) => build(isDeep)));
  return heard.flatMap((listener) => [...listener.heard.values()]);
}
