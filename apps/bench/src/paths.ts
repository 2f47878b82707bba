import { randomUUID } from 'node:crypto';
import { PROJECT, SLUG, type BenchData } from './data.js';
import type { NextRequest } from './load.js';

/** One kind of request, sent to our server and to the floor in turn. */
export interface Path {
  readonly name: string;
  readonly connections: readonly number[];
  readonly ours: NextRequest;
  readonly floor: NextRequest;
  /** True when our server also receives the requests of the floor. */
  readonly floorIsOurs?: true;
}

const SORTS = ['updated', 'dueDate', 'priority', 'rank'];

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

export function pathsOf({ token, organizationId, items, labelId }: BenchData): Path[] {
  const project = `/api/v1/organizations/${SLUG}/projects/${PROJECT}`;
  const any = () => 1 + Math.floor(Math.random() * items);
  const ours = () => `${project}/work-items/${PROJECT}-${any()}`;
  const floor = () => `/${organizationId}/${PROJECT}/${any()}`;
  const headers = { authorization: `Bearer ${token}` };
  const withBody = (body: object) => ({
    headers: { ...headers, 'content-type': 'application/json', 'if-match': '*', 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  });
  const title = () => ({ title: `Title ${randomUUID()}` });
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
  const floorList = () => ({ method: 'GET' as const, path: `/${organizationId}/${PROJECT}`, headers });
  const list = (query: string): Path => ({
    name: `list 50, ${query}`,
    connections: [32],
    ours: () => ({ method: 'GET', path: `${project}/work-items?${query.replace('{label}', labelId)}`, headers }),
    floor: floorList,
  });

  return [
    {
      name: 'get a Work Item',
      connections: [1, 32],
      ours: () => ({ method: 'GET', path: ours(), headers }),
      floor: () => ({ method: 'GET', path: floor(), headers }),
    },
    {
      name: 'list 50, last updated first',
      connections: [1, 32],
      ours: () => ({ method: 'GET', path: `${project}/work-items`, headers }),
      floor: floorList,
    },
    ...SORTS.slice(1).map((sort) => list(`sort=${sort}`)),
    ...FILTERS.map(list),
    {
      name: 'update a Work Item',
      connections: [1, 16],
      ours: () => ({ method: 'PATCH', path: ours(), ...withBody(title()) }),
      floor: () => ({ method: 'PATCH', path: floor(), ...withBody(title()) }),
    },
    {
      name: 'move a Work Item, over the floor of an update',
      connections: [1, 16],
      ours: () => {
        const { number, targetStatus } = transition();
        return {
          method: 'POST',
          path: `${project}/work-items/${PROJECT}-${number}/transitions`,
          ...withBody({ targetStatus }),
        };
      },
      floor: () => ({ method: 'PATCH', path: floor(), ...withBody(title()) }),
    },
    {
      name: 'bulk: update 50 Work Items, over a loop of 50 savepoints',
      connections: [1, 4],
      ours: () => {
        const one = (number: number) => ({
          projectKey: PROJECT,
          workItemKey: `${PROJECT}-${number}`,
          changes: title(),
        });
        return {
          method: 'PATCH',
          path: `/api/v1/organizations/${SLUG}/bulk-work-items`,
          ...withBody({ concurrency: 'last-write-wins', operations: fifty().map(one) }),
        };
      },
      floor: () => ({
        method: 'PATCH',
        path: `/${organizationId}/${PROJECT}/bulk`,
        ...withBody({ numbers: fifty(), ...title() }),
      }),
    },
    {
      name: 'create a Work Item',
      connections: [1, 16],
      ours: () => ({ method: 'POST', path: `${project}/work-items`, ...withBody(title()) }),
      floor: () => ({ method: 'POST', path: `/${organizationId}/${PROJECT}`, ...withBody(title()) }),
    },
  ];
}
