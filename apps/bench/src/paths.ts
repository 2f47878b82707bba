import { randomUUID } from 'node:crypto';
import { PROJECT, SLUG, type BenchData } from './data.js';
import type { NextRequest, Path } from './path.js';
import { searchPathsOf } from './search-paths.js';

const SORTS = ['dueDate', 'priority', 'rank'];

/** The filters of the list, each of one or more query parameters; `{label}` is replaced by an id. */
const FILTERS = [
  'scope=open',
  'status=in_progress&status=in_review',
  'assignee=me&scope=open',
  'label={label}',
  'q=report',
  'q=zebra+crossing',
  'overdue=true',
];

const PRIORITIES = ['low', 'medium', 'high', 'urgent'];

/** All paths that can be measured with this data. */
export function allPathsOf(data: BenchData): Path[] {
  return [...pathsOf(data), ...(data.searched ? searchPathsOf(data) : [])];
}

function pathsOf({ tokens, organizationId, items, labelId }: BenchData): Path[] {
  const project = `/api/v1/organizations/${SLUG}/projects/${PROJECT}`;
  const floor = `${organizationId}/${PROJECT}`;
  const any = () => 1 + Math.floor(Math.random() * items);
  let sent = 0;
  // The requests use all tokens in turn: each token has its own limits.
  const authorized = () => ({ authorization: `Bearer ${tokens[(sent += 1) % tokens.length] ?? ''}` });
  const withBody = (body: object) => ({
    headers: {
      ...authorized(),
      'content-type': 'application/json',
      'if-match': '*',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  });
  const title = () => ({ title: `Title ${randomUUID()}` });
  // Each update sets the next priority of that item: a change to the present one would write nothing on our side.
  const priorities = new Map<number, number>();
  const priority = (number: number) => {
    const next = (priorities.get(number) ?? number) + 1;
    priorities.set(number, next);
    return { priority: PRIORITIES[next % PRIORITIES.length] };
  };
  // Move all items that are todo at the beginning to done, one after the other, then back, and so on.
  const movable = items / 5;
  let moves = 0;
  const transition = () => {
    const [number, round] = [1 + 5 * (moves % movable), Math.floor(moves / movable)];
    moves += 1;
    return { number, targetStatus: round % 2 === 0 ? 'done' : 'todo' };
  };
  // Sort, because the floor locks one item after the other: two requests in different orders would deadlock.
  const fifty = () => [...new Set(Array.from({ length: 60 }, any))].sort((a, b) => a - b).slice(0, 50);
  const get = (path: string): NextRequest => {
    return () => ({ method: 'GET', path, headers: authorized() });
  };
  const update = (change: (number: number) => object) => {
    const to = (pathOf: (number: number) => string): NextRequest => {
      return () => {
        const number = any();
        return { method: 'PATCH', path: pathOf(number), ...withBody(change(number)) };
      };
    };
    return {
      ours: to((number) => `${project}/work-items/${PROJECT}-${number}`),
      bare: to((number) => `/bare/${floor}/${number}`),
      duties: to((number) => `/duties/${floor}/${number}`),
    };
  };
  const list = (query: string): Path => ({
    name: `list 50, ${query}`,
    connections: [32],
    sides: { ours: get(`${project}/work-items?${query.replace('{label}', labelId)}`), bare: get(`/${floor}`) },
  });
  const bulkOfFloor = (prefix: string): NextRequest => {
    return () => ({
      method: 'PATCH',
      path: `${prefix}/${floor}/bulk`,
      ...withBody({ numbers: fifty(), ...title() }),
    });
  };

  return [
    {
      name: 'get a Work Item',
      word: 'get',
      must: { node20: 0.65, node24: 0.7 },
      connections: [1, 32],
      sides: {
        ours: () => ({ method: 'GET', path: `${project}/work-items/${PROJECT}-${any()}`, headers: authorized() }),
        bare: () => ({ method: 'GET', path: `/${floor}/${any()}`, headers: authorized() }),
      },
    },
    {
      name: 'list 50, last updated first',
      word: 'list',
      must: { node20: 0.95, node24: 0.95 },
      connections: [1, 32],
      sides: { ours: get(`${project}/work-items`), bare: get(`/${floor}`) },
    },
    ...SORTS.map((sort) => list(`sort=${sort}`)),
    ...FILTERS.map(list),
    {
      name: 'update the priority',
      word: 'update',
      must: { node20: 0.6, node24: 0.65 },
      connections: [1, 16],
      sides: update(priority),
    },
    {
      name: 'update the title',
      word: 'title',
      must: { node20: 0.6, node24: 0.65 },
      connections: [1, 16],
      sides: update(title),
    },
    {
      name: 'move a Work Item, over the floor of an update',
      connections: [1, 16],
      sides: {
        bare: update(title).bare,
        ours: () => {
          const { number, targetStatus } = transition();
          const path = `${project}/work-items/${PROJECT}-${number}/transitions`;
          return { method: 'POST', path, ...withBody({ targetStatus }) };
        },
      },
    },
    {
      name: 'create a Work Item',
      word: 'create',
      must: { node20: 1.2, node24: 1.2 },
      connections: [1, 16],
      sides: {
        ours: () => ({ method: 'POST', path: `${project}/work-items`, ...withBody(title()) }),
        bare: () => ({ method: 'POST', path: `/bare/${floor}`, ...withBody(title()) }),
        duties: () => ({ method: 'POST', path: `/duties/${floor}`, ...withBody(title()) }),
      },
    },
    {
      name: 'bulk: update 50 Work Items, over a loop of 50 savepoints',
      word: 'bulk',
      must: { node20: 1.3, node24: 1.3 },
      connections: [1, 4],
      sides: {
        ours: () => {
          const one = (number: number) => ({
            projectKey: PROJECT,
            workItemKey: `${PROJECT}-${number}`,
            changes: title(),
          });
          const operations = { concurrency: 'last-write-wins', operations: fifty().map(one) };
          return {
            method: 'PATCH',
            path: `/api/v1/organizations/${SLUG}/bulk-work-items`,
            ...withBody(operations),
          };
        },
        bare: bulkOfFloor('/bare'),
        duties: bulkOfFloor('/duties'),
      },
    },
  ];
}
