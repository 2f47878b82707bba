import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { request } from 'undici';
import { createDatabase, dropDatabase, query } from '../kit/database.js';
import { sharedServer, theRun } from '../kit/run.js';
import { scratchPath } from '../kit/scratch.js';
import { runTask, runTaskProcess } from '../kit/task.js';
import type { Ended } from '../kit/program.js';

const ROOT = path.resolve(__dirname, '../../../..');

/** The pages of docs/operations in the order in which an operator needs them, each with the headings that it must have. */
const PAGES = new Map<string, readonly string[]>([
  ['start', ['Production', 'Install', 'Proxies', 'Database', 'Attachments']],
  ['run', ['Probes', 'Signals', 'Exit codes', 'Log', 'Every day', 'Rotate']],
  ['watch', ['Metrics', 'Alerts', 'Traces']],
  ['mail', ['The outbox', 'Failed mails']],
  ['team', []],
  ['settings', ['Variables', 'Settings that are read back']],
  ['limits', ['Shares', 'Times', 'Rates']],
  ['tasks', ['All tasks', 'provision']],
  ['backup', ['Back up', 'Restore']],
  ['upgrade', ['Upgrade in commands', 'Roll back']],
  ['scale', ['Connections', 'Workers', 'Replica', 'Poolers']],
]);
const pageText = (page: string): string => readFileSync(path.join(ROOT, `docs/operations/${page}.md`), 'utf8');
const text = ['README', ...PAGES.keys()].map(pageText).join('\n');

const isDeep = process.env.TEST_DEEP !== undefined;

/** The commands of the pages in their order: the lines of its blocks for a shell, without comments. */
const COMMANDS = [...text.matchAll(/^```sh\n(?<lines>.*?)^```$/gms)]
  .flatMap(({ groups }) => groups!.lines!.split('\n'))
  .map((line) => line.replace(/(^|\s+)#.*$/, '').trim())
  .filter((line) => line !== '');

/** The words of a command as a shell would read them: quotes hold spaces. */
const wordsOf = (command: string): string[] =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');

const COMPOSE_FILE = readFileSync(path.join(ROOT, 'docker/compose.yaml'), 'utf8');

/** A part of the compose file: the lines below a heading. */
const partOf = (heading: string): string =>
  new RegExp(`^${heading}:\\n(.*?)(?=^\\S|$(?![\\s\\S]))`, 'ms').exec(COMPOSE_FILE)![1]!;

/** The lines of each service of the compose file, by its name. */
const SERVICES = new Map(
  partOf('services')
    .split(/^ {2}(?=[\w-]+:$)/m)
    .slice(1)
    .map((lines) => [lines.slice(0, lines.indexOf(':')), lines]),
);

/** The volumes of the compose file, each with the services that use it, by the name that Docker gives it. */
const VOLUMES = new Map(
  [...partOf('volumes').matchAll(/^ {2}([\w-]+):$/gm)].map(([, volume]) => [
    `${/^name: (\S+)$/m.exec(COMPOSE_FILE)![1]!}_${volume!}`,
    [...SERVICES].filter(([, lines]) => lines.includes(`- ${volume!}:/`)).map(([name]) => name),
  ]),
);

/** The image that the compose file runs where no other release is named. */
const IMAGE = /image: (worktrack:)\$\{RELEASE:-([\d.]+)\}/.exec(COMPOSE_FILE)!.slice(1).join('');

/** The sub-commands of `docker compose` that the document uses, each with the options that it takes there. */
const COMPOSE: Readonly<Record<string, readonly string[]>> = {
  up: ['--build', '--detach', '--no-deps', '--no-build', '--force-recreate', '--wait'],
  build: [],
  stop: [],
  rm: ['--stop', '--force'],
};

const isOption = (word: string): boolean => word.startsWith('--');

describe('The commands of docs/operations', () => {
  let databaseUrl: string;
  /** Stands for the folder /data of the containers. */
  const data = scratchPath('runbook');
  /** The last credential that a task named, which the document writes as $ID. */
  let credentialId: string | undefined;
  /** The services whose containers a command has removed, and none has made again. */
  const removed = new Set<string>();

  beforeAll(async () => {
    mkdirSync(data);
    const { postgresUrl, template } = theRun();
    databaseUrl = await createDatabase(postgresUrl, template);
  });
  afterAll(() => dropDatabase(theRun().postgresUrl, databaseUrl));

  async function performTask(words: readonly string[]): Promise<void> {
    const parameters = words.map((word) =>
      word.replace(/^\/data\//, `${data}/`).replace('$ID', credentialId ?? 'none'),
    );
    if (parameters[0] === 'db:restore') return restore(parameters);
    const wish = { databaseUrl, environment: { WORKTRACK_DATA_DIR: path.join(data, 'store'), WORKTRACK_WEB: 'on' } };
    const isJson = !parameters.includes('--json');
    const { code, stdout, stderr }: Ended = await runTask(isJson ? [...parameters, '--json'] : parameters, wish);
    expect({ parameters, code, stderr }).toEqual({ parameters, code: 0, stderr: '' });
    credentialId = /"credentialId":"([0-9a-f-]{36})"/.exec(stdout)?.[1] ?? credentialId;
    // As if the ten seconds had passed after which a new key signs, and the old one may go.
    if (parameters[0] === 'key:rotate') {
      await query(databaseUrl, `update server_secrets set created_at = created_at - interval '1 minute'`);
    }
  }

  /** In the gate the suites of backups restore; here the deep tier does, with the command of the document, into an empty database. */
  async function restore(parameters: readonly string[]): Promise<void> {
    if (!isDeep) {
      expect((await runTask(['db:restore', '--help'], {})).stdout).toContain('--file');
      return;
    }
    const { postgresUrl } = theRun();
    const empty = await createDatabase(postgresUrl);
    try {
      const environment = { WORKTRACK_DATA_DIR: path.join(data, 'restored') };
      const { code, stderr } = await runTaskProcess([...parameters, '--json'], { databaseUrl: empty, environment });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(await query(empty, `select 1 from organizations where slug = 'hopper'`)).toHaveLength(1);
    } finally {
      await dropDatabase(postgresUrl, empty);
    }
  }

  async function performCompose(words: readonly string[]): Promise<void> {
    const [name = '', ...rest] = words;
    if (name === 'run') {
      const at = rest.findIndex((word) => !isOption(word));
      expect(rest.slice(0, at).filter((word) => !['--rm', '--no-deps'].includes(word))).toEqual([]);
      if (rest[at] === 'tasks') await performTask(rest.slice(at + 1));
      else expect([SERVICES.has(rest[at]!), rest.length]).toEqual([true, at + 1]);
      return;
    }
    if (name === 'exec') {
      // The program of the image of PostgreSQL, in a service of the compose file.
      expect([SERVICES.has(rest[0]!), rest[1]]).toEqual([true, 'psql']);
      return;
    }
    const options = COMPOSE[name];
    expect({ name, options: rest.filter((word) => isOption(word) && !options?.includes(word)) }).toEqual({
      name,
      options: [],
    });
    expect(options).toBeDefined();
    const named = rest.filter((word) => !isOption(word));
    expect(named.filter((service) => !SERVICES.has(service))).toEqual([]);
    if (name === 'rm') for (const service of named) removed.add(service);
    if (name === 'up') for (const service of named.length === 0 ? SERVICES.keys() : named) removed.delete(service);
  }

  /** Docker removes no volume that a container still uses. */
  function removeVolumes(names: readonly string[]): void {
    expect(names.length).toBeGreaterThan(0);
    for (const volume of names) {
      const users = VOLUMES.get(volume);
      expect({ volume, users: users?.filter((service) => !removed.has(service)) }).toEqual({ volume, users: [] });
    }
  }

  /** Returns what a command within a sentence names and is not there. Such a command is not run: no Docker is here. */
  async function inlineFault(words: readonly string[]): Promise<string | undefined> {
    const [program, ...others] = words;
    const named = (list: readonly string[]): string[] => list.filter((word) => !word.startsWith('-'));
    if (program === 'build') {
      const [file = '', image = '', folder = ''] = named(others);
      if (!existsSync(path.join(ROOT, file)) || folder !== '.') return `no file: ${file}`;
      return image === IMAGE ? undefined : `no image: ${image}`;
    }
    if (program === 'run') {
      const image = others.find((word) => word.startsWith('worktrack:')) ?? 'none';
      if (image !== IMAGE) return `no image: ${image}`;
      return others.some((word) => VOLUMES.has(word.split(':')[0]!)) ? undefined : 'no volume';
    }
    const [name = '', ...rest] = others[0] === '-f' ? others.slice(2) : others;
    if (name === 'run') {
      const [service = '', task] = named(rest);
      if (!SERVICES.has(service)) return `no service: ${service}`;
      const isTask = task === undefined || (await runTask(['--help'], {})).stdout.includes(`${task} `);
      return isTask ? undefined : `no task: ${task}`;
    }
    const more: Readonly<Record<string, readonly string[]>> = { ...COMPOSE, ps: ['--all'], logs: [] };
    const options = more[name];
    if (options === undefined) return `unknown: ${name}`;
    const unknown = rest.find((word) => (word.startsWith('-') ? !options.includes(word) : !SERVICES.has(word)));
    return unknown === undefined ? undefined : `unknown: ${unknown}`;
  }

  async function perform(command: string): Promise<void> {
    const [program, ...words] = wordsOf(command.replace(/^[A-Z]+=\S+ /, ''));
    if (program === 'worktrack') return performTask(words);
    if (program === 'docker' && words[0] === 'compose') {
      const rest = words[1] === '-f' ? words.slice(3) : words.slice(1);
      if (words[1] === '-f') expect(words[2]).toBe('docker/compose.yaml');
      return performCompose(rest);
    }
    if (program === 'docker' && words[0] === 'volume' && words[1] === 'rm') {
      removeVolumes(words.slice(2));
      return;
    }
    if (program === 'sh') {
      const { status, stderr } = spawnSync('/bin/sh', [path.join(ROOT, words[0]!), scratchPath('secrets')]);
      expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' });
      return;
    }
    if (program === 'curl') {
      const url = words.find((word) => word.startsWith('http'))!;
      const { statusCode, body } = await request(url.replace('http://localhost:3000', sharedServer().baseUrl));
      await body.dump();
      expect(statusCode).toBe(200);
      return;
    }
    throw new Error(`Nobody knows how to run this command: ${command}`);
  }

  it('are all run, one after the other, and succeed', async () => {
    // The three forms of the command line, and the short name that the document gives one of them.
    const isForm = (command: string): boolean => command.includes('<task>') || command.startsWith('alias worktrack=');
    const commands = COMMANDS.filter((command) => !isForm(command));
    expect(commands.length).toBeGreaterThan(30);
    for (const command of commands) {
      try {
        await perform(command);
      } catch (error) {
        throw new Error(`This command of docs/operations failed: ${command}`, { cause: error });
      }
    }
  });

  it('that stand within a sentence name services, options, tasks, volumes and images that there are', async () => {
    const inline = [...text.matchAll(/`(docker \w+ [^`]+)`/g)].map(([, command]) => command!);
    expect(inline.length).toBeGreaterThan(5);
    for (const command of inline) {
      const said = await inlineFault(wordsOf(command).slice(1));
      expect({ command, said }).toEqual({ command, said: undefined });
    }
    expect(await inlineFault(['compose', 'restart', 'server-1'])).toBe('unknown: restart');
    expect(await inlineFault(['compose', 'run', '--rm', 'tasks', 'db:dump'])).toBe('no task: db:dump');
    expect(await inlineFault(['run', '--rm', '-v', 'files:/data', 'worktrack:9.9.9'])).toBe(
      'no image: worktrack:9.9.9',
    );
  });

  it('remove a volume by its name, and only after the containers that use it', () => {
    expect([...VOLUMES]).toEqual([
      ['worktrack_database', ['database']],
      ['worktrack_files', ['tasks']],
      ['worktrack_objects', ['store']],
    ]);
    for (const volume of ['worktrack_database', 'database']) {
      expect(() => {
        removeVolumes([volume]);
      }).toThrow();
    }
  });

  it.each([...PAGES])('are on pages that have all steps of an operator: %s', (page, steps) => {
    const headings = [...pageText(page).matchAll(/^## (?<heading>.+)$/gm)].map(({ groups }) => groups!.heading);
    expect(headings).toEqual(expect.arrayContaining([...steps]));
  });
});
