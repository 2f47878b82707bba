import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { givenLabel, givenProject, givenSprint, givenWorkItem } from '../kit/given.js';
import { OPERATIONS } from '../kit/operations.js';
import { seed } from '../kit/random.js';
import { theRun } from '../kit/run.js';
import { scratchPath } from '../kit/scratch.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { World } from '../kit/world.js';

const EXAMPLES = 100;
/** Operations that one process of the program tries: it keeps all that it has sent and received in its memory. */
const TOGETHER = 11;
/** Seconds that one process may take. */
const LONGEST = 25;
const PATIENCE = 3_600_000;

/**
 * Checks that each answer has to pass. Not among them: whether data that the document allows is accepted, because a document cannot say which
 * Sprint, label or cursor exists; and whether data that it forbids is refused, because faults of single bulk operations are embedded.
 */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'missing_required_header',
  'unsupported_method',
  'allow_header_conformance',
];

/** A missing `If-Match` is 428 (contract §9). An earlier request may have deleted what the path names: 404. */
const MISSING_HEADER = 'missing_required_header.expected-statuses = [400, 401, 404, 428]';

// Schemathesis reports one operation less than the document has: it leaves out `getOpenApi`, which it loads the document from.
// `openapi.e2e` tests that one.

let server: RunningServer;
afterAll(() => server.stop());

/** Makes what the paths of operations name, so that more is seen than 404. Returns the parameters of the paths. */
async function makeThings(world: World): Promise<Readonly<Record<string, string>>> {
  const { key } = await givenProject(world.owner, world.org());
  const project = world.project(key);
  const item = await givenWorkItem(world.owner, project);
  const sprint = await givenSprint(world.owner, project);
  const label = await givenLabel(world.owner, project, 'fuzzed');
  return {
    organizationSlug: world.slug,
    projectKey: key,
    workItemKey: item.key,
    sprintId: sprint.id,
    labelId: label.id,
    publicId: world.user('owner').publicId,
  };
}

/** Tries operations on new things. Every value of the document is tried beside the names of these. */
async function tryOperations(ids: readonly string[], world: World): Promise<void> {
  const folder = scratchPath('schemathesis');
  mkdirSync(folder, { recursive: true });
  const things = Object.entries(await makeThings(world));
  const lines = things.map(([name, value]) => `"path.${name}" = ${JSON.stringify(value)}`);
  writeFileSync(
    path.join(folder, 'schemathesis.toml'),
    ['[parameters]', ...lines, '[checks]', MISSING_HEADER, ''].join('\n'),
  );
  const { code, output } = await ended(folder, [
    ...['run', `${server.baseUrl}/api/v1/openapi.json`, '--url', server.baseUrl],
    ...ids.flatMap((id) => ['--include-operation-id', id]),
    ...['--header', `Authorization: Bearer ${world.token('owner').token}`],
    ...['--checks', CHECKS.join(','), '--seed', String(seed), '--max-examples', String(EXAMPLES)],
    ...['--phases', 'examples,coverage,fuzzing', '--continue-on-failure', '--suppress-health-check', 'all'],
    ...['--workers', '1', '--max-time', String(LONGEST)],
    ...['--no-color', '--warnings', 'off', '--request-timeout', '60'],
  ]);
  if (code !== 0) throw new Error(output.slice(-20_000));
  // It would also end well when it had found none of the operations.
  expect(Number(/Selected: (\d+)\/\d+/.exec(output)?.[1])).toBe(ids.length);
}

it(
  'No answer lies outside the document',
  async () => {
    const { postgresUrl, template } = theRun();
    server = await startServer({ postgresUrl, template });
    const world = new World('documents', server.baseUrl, server.databaseUrl);
    const ids = OPERATIONS.map(({ id }) => id).filter((id) => id !== 'getOpenApi');
    for (let at = 0; at < ids.length; at += TOGETHER) await tryOperations(ids.slice(at, at + TOGETHER), world);
  },
  PATIENCE,
);

function ended(folder: string, parameters: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn('schemathesis', [...parameters], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const pieces: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => pieces.push(piece));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ code, output: Buffer.concat(pieces).toString('utf8') });
    });
  });
}
