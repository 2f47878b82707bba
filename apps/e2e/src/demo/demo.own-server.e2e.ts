import { spawn } from 'node:child_process';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Caller, hangUp } from '../kit/client.js';
import { operationsOf } from '../kit/openapi-document.js';
import { type Ended, listenTo } from '../kit/program.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { runTaskProcess, taskResult } from '../kit/task.js';

const WALK = path.resolve(__dirname, '../../../../docs/walk.mjs');
const PROJECTS = '/api/v1/organizations/demo/projects';

let server: RunningServer;
let token: string;
let owner: Caller;

beforeAll(async () => {
  const { postgresUrl, template } = theRun();
  server = await startServer({ postgresUrl, template });
  ({ token } = await taskResult(['seed:demo'], server, runTaskProcess));
  owner = new Caller(server.baseUrl, token);
});

afterAll(async () => {
  await server.stop();
  await hangUp();
});

describe('The demo', () => {
  it('keeps all rules of stored records', async () => {
    const { checked, violations } = await taskResult(['db:verify', '--org', 'demo'], server);
    expect({ violations, many: checked > 20 }).toEqual({ violations: [], many: true });
  });

  it('has precomputed data of reports that agrees with history', async () => {
    const { projects } = await taskResult(['reports:rebuild', '--org', 'demo'], server);
    expect(projects.length).toBeGreaterThan(1);
    for (const { rows, identical } of projects)
      expect({ identical, some: rows > 100 }).toEqual({ identical: true, some: true });
  });

  it('shows a report of every Sprint, without a limitation, and all that a report can show', async () => {
    const shown = new Set<string>();
    for (const { key } of (await owner.get(PROJECTS)).body.items) {
      for (const { id, state, endDate } of (await owner.get(`${PROJECTS}/${key}/sprints`)).body.items) {
        const { status, body: report } = await owner.get(`${PROJECTS}/${key}/sprints/${id}/report`);
        expect(status).toBe(200);
        expect(report).toMatchObject({
          mode: state === 'done' ? 'completed' : state,
          stable: state === 'done',
          limitations: [],
        });
        shown.add(`${report.mode}${endDate === null ? ' without dates' : ''}`);
        const { added, removed } = report.scopeChanges;
        if (added.length > 0) shown.add('added');
        if (removed.length > 0) shown.add('removed');
        if (added.some((one: any) => removed.some((other: any) => other.workItemId === one.workItemId)))
          shown.add('again');
        for (const { destination } of report.carryover) shown.add(`to ${String(destination.kind)}`);
        if (report.burndown.available && report.commitment.points > 0) shown.add('burndown');
        if (report.completion.completed.points > 0) shown.add('completed work');
        if (report.plannedScope.itemCount > 0 && report.mode === 'future') shown.add('planned work');
      }
    }
    expect([...shown].sort()).toEqual(
      [
        ...['active', 'completed', 'future', 'future without dates'],
        ...['added', 'removed', 'again', 'to backlog', 'to sprint'],
        ...['burndown', 'completed work', 'planned work'],
      ].sort(),
    );
  });
});

describe('On its first day each Project of the demo', () => {
  it.each([
    ['velocity', (report: any) => report.velocity.sprintCount >= 6 && report.velocity.averageCompleted > 0],
    [
      'cumulative-flow',
      ({ cumulativeFlow: flow }: any) => flow.averageWip > 0 && flow.arrivals > 0 && flow.departures > 0,
    ],
    ['control-chart', ({ controlChart: chart }: any) => chart.sampleCount > 2 && chart.p85Days > 0],
    ['ageing-wip', ({ ageingWip: ageing }: any) => ageing.total > 1 && ageing.oldestDays > 0],
    [
      'created-vs-resolved',
      (report: any) => report.createdVsResolved.created > 0 && report.createdVsResolved.resolved > 0,
    ],
    ['distribution', ({ distribution }: any) => distribution.total > 0 && distribution.groupCount > 1],
    ['epic-progress', (report: any) => report.epicProgress.childCount > 0 && report.epicProgress.completedCount > 0],
  ])('has a report of %s with something in it', async (reportType, hasContent) => {
    const { items: projects } = (await owner.get(PROJECTS)).body;
    expect(projects.length).toBeGreaterThan(1);
    for (const { key } of projects) {
      const { status, body: report } = await owner.get(`${PROJECTS}/${key}/reports/${reportType}`);
      expect({ status, limitations: report.limitations }).toEqual({ status: 200, limitations: [] });
      expect(report.items).not.toHaveLength(0);
      if (!hasContent(report)) throw new Error(`${key}: ${JSON.stringify({ ...report, items: [], data: [] })}`);
    }
  });
});

it('the velocity of the demo agrees with the reports of its Sprints', async () => {
  const points = (rows: readonly { storyPoints: number | null }[]) =>
    rows.reduce((sum, { storyPoints }) => sum + (storyPoints ?? 0), 0);
  for (const { key } of (await owner.get(PROJECTS)).body.items) {
    const { items: rows } = (await owner.get(`${PROJECTS}/${key}/reports/velocity?range=90&limit=100`)).body;
    expect(rows.length).toBeGreaterThan(5);
    for (const { sprint, committed, completed, carriedOver, added, removed } of rows) {
      const { body: report } = await owner.get(`${PROJECTS}/${key}/sprints/${sprint.id}/report`);
      expect({ committed, completed, carriedOver, added, removed }).toEqual({
        committed: report.commitment.points,
        completed: report.completion.completed.points,
        carriedOver: points(report.carryover),
        added: points(report.scopeChanges.added),
        removed: points(report.scopeChanges.removed),
      });
    }
  }
});

const walk = (...parameters: string[]): Promise<Ended> => {
  const program = spawn(process.execPath, [WALK, ...parameters], { stdio: ['ignore', 'pipe', 'pipe'] });
  return listenTo(program).ended;
};

describe("The newcomer's walk", () => {
  it('comes by every operation that the server publishes, and is answered as it expects', async () => {
    const { code, stdout, stderr } = await walk(server.baseUrl, token);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const operations = operationsOf(theRun().openapi).map(({ operation }) => operation.operationId);
    const requested = [...stdout.matchAll(/^\d+\. (\w+): /gm)].map(([, operationId]) => operationId);
    expect([...new Set(requested)].sort()).toEqual(operations.sort());
    expect(stdout).toContain(`All ${operations.length} operations`);
    // The output shows no secret that gives access.
    expect(stdout).not.toContain(token);
  });

  it('can be taken again', async () => {
    expect((await walk(server.baseUrl, token)).code).toBe(0);
  });

  it('ends at the first answer that it does not expect', async () => {
    const wish = ['--email', 'owner@demo.example', '--name', 'Less', '--scopes', 'organization:read', '--org', 'demo'];
    const less = (await taskResult(['token:create', ...wish], server)).token;
    const { code, stderr } = await walk(server.baseUrl, less);
    expect(code).toBe(1);
    expect(stderr).toBe('\nerror: listOrganizationUsers answered 403, not 200.\n');
  });

  it('fails when it did not come by an operation', async () => {
    const { openapi } = theRun();
    const more = {
      ...openapi,
      paths: { ...openapi.paths, '/api/v1/elsewhere': { get: { operationId: 'goElsewhere' } } },
    };
    // The walk gets a document with one operation that the server does not have.
    const boaster = createServer((asked, answer) => {
      if (asked.url === '/api/v1/openapi.json') {
        answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(more));
        return;
      }
      const { method, headers } = asked;
      const passed = request(server.baseUrl + asked.url!, { method: method!, headers }, (got) => {
        answer.writeHead(got.statusCode!, got.headers);
        got.pipe(answer);
      });
      asked.pipe(passed);
    });
    await new Promise<void>((resolve) => boaster.listen(0, '127.0.0.1', resolve));
    const { port } = boaster.address() as AddressInfo;
    const { code, stderr } = await walk(`http://127.0.0.1:${port}`, token);
    await new Promise((resolve) => {
      boaster.close(resolve);
      boaster.closeAllConnections();
    });
    expect({ code, stderr }).toEqual({ code: 1, stderr: '\nerror: docs/walk.mjs does not come by goElsewhere.\n' });
  });
});
