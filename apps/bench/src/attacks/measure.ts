import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { startDurablePostgres } from '../durable-postgres.js';
import { freePort, runTask, start, stop, SERVER_PROGRAM } from '../processes.js';
import { headersOf, headersOfChange, openSession } from '../web/sessions.js';
import type { Attack, Credential, Target } from './attack.js';
import { ATTACKS } from './attacks.js';
import { experience, type Experience, type Neighbour } from './neighbour.js';
import { setPassword } from './password.js';

/** Milliseconds of measurement before an attack, and of the attack. */
const [QUIET, ATTACKED] = [8_000, 20_000];
const ITEMS = 2_000;
/** The number of tokens of the attacker, and of sessions. */
const CREDENTIALS = 20;
const PASSWORD = 'correct horse battery';

/**
 * Prints the response times and failures of a neighbour in another Organization before and during each attack. Each attack has its own
 * server with the default limits.
 */
export async function measureAttacks(wanted: readonly string[]): Promise<void> {
  const postgres = await startDurablePostgres();
  try {
    const tokens = await makeOrganizations(postgres.url, CREDENTIALS);
    const chosen = ATTACKS.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
    for (const attack of chosen) await measure(attack, postgres.url, tokens);
  } finally {
    await postgres.leave();
  }
}

interface Tokens {
  readonly attacker: string;
  readonly neighbour: string;
  /** More tokens of the attacker, each with all scopes. */
  readonly others: readonly string[];
}

/** Makes the Organizations `attacker` and `neighbour`, each with a Project of 2,000 Work Items. */
export async function makeOrganizations(databaseUrl: string, otherTokens = 0): Promise<Tokens> {
  await runTask(databaseUrl, ['db:migrate']);
  const people = ['attacker', 'neighbour'].map((slug) => ({ slug, email: `${slug}@bench.example` }));
  const { tokens } = await runTask<{ tokens: { token: string }[] }>(databaseUrl, ['provision', '--file', '-'], {
    users: people.map(({ slug, email }) => ({ email, name: slug })),
    organizations: people.map(({ slug, email }) => ({
      slug,
      name: slug,
      members: [{ email, role: 'owner' }],
      projects: [{ key: slug.slice(0, 3).toUpperCase(), name: slug }],
    })),
    tokens: [...people, ...Array.from({ length: otherTokens }, () => people[0]!)].map(({ slug, email }, number) => ({
      email,
      name: `bench ${number}`,
      scopes: 'all',
      org: [slug],
    })),
  });
  const client = new Client(databaseUrl);
  await client.connect();
  await client.query(
    `insert into work_items (organization_id, id, project_id, project_key, number, revision, title, description, type, status,
       priority, reporter_id, created_at, updated_at)
     select p.organization_id, gen_random_uuid(), p.id, p.key, n, 1, 'Work Item ' || n, 'Some words.', 'task', 'todo', 'medium',
       m.user_id, now(), now() - n * interval '1 minute'
     from projects p join memberships m on m.organization_id = p.organization_id, generate_series(1, ${ITEMS}) n`,
  );
  await client.query(
    `insert into work_item_texts (organization_id, project_id, work_item_id, folded)
     select organization_id, project_id, id, lower(title) || E'\\nA\\n' || lower(description) from work_items`,
  );
  await client.query(`update project_counters set last_number = ${ITEMS}`);
  await client.query('vacuum analyze');
  await client.end();
  const [attacker, neighbour, ...others] = tokens.map(({ token }) => token);
  return { attacker: attacker!, neighbour: neighbour!, others };
}

async function measure(attack: Attack, databaseUrl: string, tokens: Tokens): Promise<void> {
  console.log(`\n${attack.name}`);
  const port = await freePort();
  const server = await start([SERVER_PROGRAM], port, '/api/health', {
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    LOG_LEVEL: 'warn',
    ...attack.environment,
  });
  const origin = `http://127.0.0.1:${port}`;
  const database = new Client(databaseUrl);
  await database.connect();
  const email = 'neighbour@bench.example';
  await setPassword(origin, database, email, PASSWORD);
  const neighbour: Neighbour = {
    origin,
    token: tokens.neighbour,
    page: headersOf(await openSession(databaseUrl, email)),
    email,
    password: PASSWORD,
    organization: '/api/v1/organizations/neighbour',
    project: '/api/v1/organizations/neighbour/projects/NEI',
  };
  const organization = '/api/v1/organizations/attacker';
  const project = `${organization}/projects/ATT`;
  const target: Target = {
    origin,
    port,
    pid: server.pid ?? 0,
    database,
    token: tokens.attacker,
    credentials: await credentialsOf(origin, databaseUrl, tokens.others),
    organization,
    project,
  };
  try {
    await attack.prepare?.(target);
    printExperience('without', await during(neighbour, attack, QUIET));
    const over = new AbortController();
    const attacking = attack.run(target, over.signal);
    const met = await during(neighbour, attack, ATTACKED);
    over.abort();
    const note = await Promise.race([attacking, pause(30_000, 'the attack did not stop')]);
    printExperience('attacked', met);
    console.log(`  ${note}`);
    const ended = server.exitCode !== null || server.signalCode !== null;
    console.log(ended ? `  THE SERVER ENDED` : `  the server goes on, and had at most ${mostMemoryOf(target.pid)}`);
  } finally {
    await database.end();
    if (server.exitCode === null && server.signalCode === null) await stop(server);
  }
}

/** Returns these tokens of the attacker, and as many sessions. */
async function credentialsOf(origin: string, databaseUrl: string, tokens: readonly string[]): Promise<Credential[]> {
  const credentials: Credential[] = tokens.map((token) => ({
    headers: { authorization: `Bearer ${token}` },
    before: '',
  }));
  for (let n = 0; n < CREDENTIALS; n += 1) {
    const secret = await openSession(databaseUrl, 'attacker@bench.example');
    credentials.push({ headers: await headersOfChange(origin, secret), before: '/app' });
  }
  return credentials;
}

async function during(neighbour: Neighbour, attack: Attack, milliseconds: number): Promise<Experience> {
  return experience(neighbour, attack.neighborAlso, AbortSignal.timeout(milliseconds));
}

/** Returns the most memory that a process has had so far. Works on Linux. */
function mostMemoryOf(pid: number): string {
  const [, kib = ''] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return `${Math.round(Number(kib) / 1_024)} MiB`;
}

function printExperience(when: string, met: Experience): void {
  for (const [what, { times, refused, missing }] of Object.entries(met)) {
    const sorted = [...times].sort((a, b) => a - b);
    const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(1);
    const figures = `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, at most ${at(1)} ms`;
    console.log(
      `  ${when}: ${what} ${figures}; ${times.length} sent, ${refused} refused, ${missing} without an answer`,
    );
  }
}
