import {
  Cursors,
  refusal,
  type PathResources,
  type ProjectReportFeeds,
  type ReportedSprint,
  type WorkItemView,
} from '@worktrack/application';
import type { ProjectId, Scope, SprintId } from '@worktrack/domain';
import { TOKEN, fakePorts, principal } from '../../test/fake-ports.js';
import { createApi, type Api } from '../server.js';

const PROJECT = '/api/v1/organizations/acme/projects/WEB';
const ITEM = `${PROJECT}/work-items/WEB-1`;

const VIEW = { id: 'an id', key: 'WEB-1', revision: 3, title: 'Größe' } as unknown as WorkItemView;

/** The outcome of the read of a Work Item. */
const READS = {
  found: () => Promise.resolve(VIEW),
  missing: () => Promise.reject(refusal('NOT_FOUND')),
  broken: () => Promise.reject(new Error('A secret of the database.')),
  thrown: () => {
    throw new Error('A secret of the database.');
  },
  unprintable: () => Promise.resolve({ ...VIEW, storyPoints: 1n } as unknown as WorkItemView),
};

type Given = Parameters<typeof fakePorts>[0] & { readonly read?: keyof typeof READS };

/** One request and the status of its answer. */
interface Case {
  readonly path: string;
  readonly status: number;
  readonly method?: string;
  readonly headers?: Record<string, string>;
}

describe('A request', () => {
  const faults: unknown[] = [];
  const opened: Api[] = [];
  const origins = new Map<string, Promise<string>>();

  afterAll(async () => {
    await Promise.all(opened.map((api) => api.drain(1_000)));
  });

  /** The origin of a server with these ports: one for all cases that need the same. */
  function serving(given: Given): Promise<string> {
    const key = JSON.stringify(given, (_name, value: unknown) => (value === Infinity ? 'never' : value));
    const origin = origins.get(key) ?? serve(given);
    origins.set(key, origin);
    return origin;
  }

  async function serve(given: Given): Promise<string> {
    const { read = 'found', ...more } = given;
    const page = { items: [], page: { limit: 50, hasMore: false, nextCursor: null } };
    const workItemViews = { at: READS[read], page: () => Promise.resolve(page) };
    const api = await createApi({
      ports: fakePorts({ ...more, workItemViews }),
      baseUrl: 'http://localhost:3000',
      trustProxy: false,
      attachmentMaxBytes: 1_000,
      log: { access: () => undefined, fault: (_id, error) => faults.push(error) },
      logger: false,
    });
    opened.push(api);
    return `http://127.0.0.1:${await api.listen(0, '127.0.0.1')}`;
  }

  async function statusOf(base: string, path: string, headers: Record<string, string>, method: string) {
    faults.length = 0;
    const response = await fetch(base + path, { method, headers: { authorization: `Bearer ${TOKEN}`, ...headers } });
    expect(await response.text()).not.toContain('A secret of the database.');
    return response.status;
  }

  const noScope = { ...principal, token: { ...principal.token, scopes: [] as Scope[] } };
  const usedUp = { allowed: false, limit: 600, remaining: 0, resetSeconds: 7 };

  const cases: readonly [string, Case, Given?][] = [
    ['a Work Item', { path: ITEM, status: 200 }],
    ['a Work Item, only its headers', { path: ITEM, status: 200, method: 'HEAD' }],
    ['a Work Item that does not exist', { path: ITEM, status: 404 }, { read: 'missing' }],
    ['a failure of the database', { path: ITEM, status: 500 }, { read: 'broken' }],
    ['a failure before anything is read', { path: ITEM, status: 500 }, { read: 'thrown' }],
    ['an answer that is no JSON', { path: ITEM, status: 500 }, { read: 'unprintable' }],
    ['an empty page', { path: `${PROJECT}/work-items`, status: 200 }],
    ['a page of another size', { path: `${PROJECT}/work-items?limit=7`, status: 200 }],
    ['an unknown parameter', { path: `${ITEM}?limit=7`, status: 400 }],
    ['an unknown parameter of what is not there', { path: `${ITEM}?limit=7`, status: 404 }, { read: 'missing' }],
    ['a contradiction', { path: `${PROJECT}/work-items?parent=WEB-1&topLevel=true`, status: 400 }],
    ['an unusable key', { path: `${PROJECT}/work-items/WEB-0`, status: 404 }],
    ['another Project', { path: ITEM.replaceAll('WEB', 'APP'), status: 404 }],
    ['an unknown Organization', { path: ITEM.replace('acme', 'other'), status: 404 }],
    ['a suspended Organization', { path: ITEM.replace('acme', 'frozen'), status: 403 }],
    ['an unknown path', { path: `${ITEM}/nothing`, status: 404 }],
    ['another method', { path: ITEM, status: 405, method: 'PUT' }],
    ['two tokens', { path: ITEM, status: 401, headers: { authorization: 'Bearer wtp_other' } }],
    ['no scope', { path: ITEM, status: 403 }, { principal: noScope }],
    ['no requests left', { path: ITEM, status: 429 }, { quota: usedUp }],
    ['no requests left, and no scope', { path: ITEM, status: 429 }, { quota: usedUp, principal: noScope }],
    ['a profile that cannot be looked up', { path: '/api/v1/users/usr_AAAAAAAAAAAAAAAAAAAAAA', status: 500 }],
    ['itself', { path: '/api/v1/me', status: 200 }],
  ];

  it.each(cases)('is answered in the order of the checks: %s', async (...[, request, given = {}]) => {
    const { path, status, method = 'GET', headers = {} } = request;
    expect(await statusOf(await serving(given), path, headers, method)).toBe(status);
    expect(faults).toHaveLength(status === 500 ? 1 : 0);
  });
});

describe('A report', () => {
  const NOW = new Date('2026-03-09T12:00:00Z');
  const SPRINT = '10000000-0000-4000-8000-000000000006' as SprintId;
  const COVERED = '10000000-0000-4000-8000-000000000001' as ProjectId;
  const facts: ReportedSprint = {
    sprint: {
      id: SPRINT,
      name: 'Sprint 1',
      state: 'future',
      startDate: null,
      endDate: null,
      goal: null,
      targetPoints: null,
      startedAt: null,
      completedAt: null,
      updatedAt: NOW,
    },
    now: NOW,
    commitment: null,
    episodes: [],
    items: [],
    capped: false,
    incomplete: false,
  };
  const feeds: Pick<ProjectReportFeeds, 'now' | 'within'> = {
    now: () => Promise.resolve(NOW),
    within: (_scope, _type, _generatedAt, work) =>
      work({ facts: () => Promise.resolve([] as never), details: () => Promise.resolve(new Map()) }),
  };
  // The look-up finds every Project and Sprint, whatever the grants are.
  const found = {
    project: { id: COVERED, key: 'WEB' },
    workItem: undefined,
    child: { id: SPRINT, deleted: false, ownerId: null },
  };
  const pathResources = { find: () => Promise.resolve(found) };
  const ports = {
    cursors: new Cursors(undefined as never),
    pathResources: pathResources as unknown as PathResources,
    projectReportFeeds: feeds,
    sprintReportFeed: { facts: () => Promise.resolve(facts) },
  };

  const opened: Api[] = [];
  afterAll(() => Promise.all(opened.map((api) => api.drain(1_000))));

  /** Asks as a token that is granted this Project alone. */
  async function answerTo(path: string, project: ProjectId) {
    const organizations = principal.organizations.map((one) => ({
      ...one,
      grant: { kind: 'projects', ids: new Set([project]) } as const,
    }));
    const api = await createApi({
      ports: fakePorts({ principal: { ...principal, organizations }, ports }),
      baseUrl: 'http://localhost:3000',
      trustProxy: false,
      attachmentMaxBytes: 1_000,
      log: { access: () => undefined, fault: () => undefined },
      logger: false,
    });
    opened.push(api);
    const base = `http://127.0.0.1:${await api.listen(0, '127.0.0.1')}`;
    const response = await fetch(base + path, { headers: { authorization: `Bearer ${TOKEN}` } });
    const { kind, sprint, error } = (await response.json()) as {
      readonly kind?: string;
      readonly sprint?: { readonly name: string };
      readonly error?: { readonly code: string };
    };
    return { status: response.status, shows: kind ?? sprint?.name ?? error?.code };
  }

  const reports = [
    ['of a Project', `${PROJECT}/reports/velocity`, 'velocity'],
    ['of a Sprint', `${PROJECT}/sprints/${SPRINT}/report`, 'Sprint 1'],
  ] as const;

  it.each(reports)('is shown to a token that covers its Project: %s', async (_which, path, shows) => {
    expect(await answerTo(path, COVERED)).toEqual({ status: 200, shows });
  });

  it.each(reports)('is not found by a token of another Project: %s', async (_which, path) => {
    expect(await answerTo(path, 'another' as ProjectId)).toEqual({ status: 404, shows: 'NOT_FOUND' });
  });
});
