import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eventually } from './eventually.js';
import { folderOfOrdinaryUser } from './nobody.js';
import { type Ended, freePort, isOpen, listenTo, startCommand } from './program.js';

const DOCKER = path.resolve(__dirname, '../../../../docker');

/** A reverse proxy for which `docker/` has a configuration. */
export interface ProxyProgram {
  readonly program: string;
  /** The file in `docker/`. */
  readonly configuration: string;
  readonly parametersOf: (file: string) => readonly string[];
}

export const PROXIES = {
  caddy: {
    program: 'caddy',
    configuration: 'Caddyfile',
    parametersOf: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
  },
  haproxy: {
    program: 'haproxy',
    configuration: 'haproxy.cfg',
    parametersOf: (file) => ['-db', '-f', file],
  },
  nginx: {
    program: 'nginx',
    configuration: 'nginx.conf',
    parametersOf: (file) => ['-e', 'stderr', '-g', 'daemon off;', '-c', file],
  },
} as const satisfies Record<string, ProxyProgram>;

export interface RunningProxy {
  readonly baseUrl: string;
  stop(): Promise<Ended>;
}

/**
 * Starts a proxy by its file in `docker/` before two servers. In the file it changes addresses, folders, and the number of connections,
 * which a machine may limit; and what `change` changes.
 */
export async function startProxy(
  { program, configuration, parametersOf }: ProxyProgram,
  servers: readonly [string, string],
  change: (text: string) => string = (text) => text,
): Promise<RunningProxy> {
  const port = await freePort();
  const folder = folderOfOrdinaryUser('proxy');
  mkdirSync(path.join(folder, 'home'), { mode: 0o777, recursive: true });
  const file = path.join(folder, configuration);
  const [one, other] = servers.map((url) => new URL(url).host);
  const text = readFileSync(path.join(DOCKER, configuration), 'utf8')
    .replaceAll('server-1:3000', one ?? '')
    .replaceAll('server-2:3000', other ?? '')
    .replace(/(maxconn|worker_connections) 10000/, '$1 1000')
    .replaceAll('/tmp/', `${folder}/`)
    .replace(/^(\s*(?:listen|bind) )\S*8080/m, `$1127.0.0.1:${port}`)
    .replace('http://:8080 {', `http://:${port} {\n\tbind 127.0.0.1`);
  writeFileSync(file, change(text));
  const process = startCommand(program, parametersOf(file), { HOME: path.join(folder, 'home') });
  const { output, ended } = listenTo(process);
  let isOver = false;
  void ended.then(() => (isOver = true));
  await eventually('the proxy', async () => {
    if (isOver) throw new Error(`The proxy ended:\n${output()}`);
    return (await isOpen(port)) ? true : undefined;
  });
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    stop: async () => {
      process.kill('SIGTERM');
      const end = await ended;
      rmSync(folder, { recursive: true });
      return end;
    },
  };
}
