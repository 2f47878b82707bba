import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { eventually } from './eventually.js';
import { type Environment, freePort, isOpen, listenTo, startCommand } from './program.js';
import { startS3Server } from './s3-server.js';
import { type RunningServer, startServer } from './server.js';
import { takeDown } from './teardown-list.js';

/** Where the servers of an installation are reached, and their database. */
export interface Installation {
  readonly baseUrl: string;
  readonly databaseUrl: string;
  readonly servers: readonly RunningServer[];
}

/**
 * Starts an installation as an operator runs it: two servers behind one address, a store for attachments that speaks S3, and Redis. Everything
 * ends with the run.
 * @param redisProgram path of `redis-server`
 */
export async function startWholeInstallation(
  { postgresUrl, databaseUrl }: { readonly postgresUrl: string; readonly databaseUrl: string },
  redisProgram: string,
): Promise<Installation> {
  const front = await freePort();
  const s3 = await startS3Server();
  takeDown(() => s3.stop());
  const baseUrl = `http://127.0.0.1:${front}`;
  const environment = { BASE_URL: baseUrl, ...s3.environment, ...(await startRedis(redisProgram)) };
  const start = (): Promise<RunningServer> => startServer({ postgresUrl, databaseUrl, environment });
  // One after the other: the first one ties the store to the database.
  const servers = [await start(), await start()];
  for (const server of servers) {
    takeDown(async () => {
      const { code, stderr } = await server.stop();
      if (code !== 0) throw new Error(`A server of the installation ended with ${String(code)}: ${stderr}`);
    });
  }
  await distribute(front, servers);
  return { baseUrl, databaseUrl, servers };
}

async function startRedis(program: string): Promise<Environment> {
  const port = await freePort();
  const redis = startCommand(program, ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {});
  const { ended } = listenTo(redis);
  takeDown(async () => {
    redis.kill();
    await ended;
  });
  await eventually('Redis', async () => ((await isOpen(port)) ? true : undefined), 10);
  return { REDIS_URL: `redis://127.0.0.1:${port}` };
}

/** Gives each new connection to the next server, byte by byte: whatever a test sends arrives as it was sent. */
async function distribute(port: number, servers: readonly RunningServer[]): Promise<void> {
  let turn = 0;
  const balancer = createServer({ allowHalfOpen: true }, (client) => {
    const { port: target } = new URL(servers[(turn += 1) % servers.length]!.baseUrl);
    const server = connect({ port: Number(target), host: '127.0.0.1', allowHalfOpen: true });
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        other.destroySoon();
      });
    }
  });
  balancer.listen(port, '127.0.0.1');
  await once(balancer, 'listening');
  balancer.unref();
  takeDown(async () => {
    balancer.close();
    await Promise.resolve();
  });
}
