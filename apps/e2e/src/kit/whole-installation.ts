import { freePort } from './program.js';
import { startRedis } from './redis.js';
import { startS3Server } from './s3-server.js';
import { type RunningServer, type ServerWish, startServer } from './server.js';
import { takeDown } from './teardown-list.js';

/**
 * Starts an installation as an operator runs it: two servers, a store for attachments that speaks S3, and Redis. Everything ends with the run.
 * Both servers believe that clients reach them at the address of the first one: the client of the tests sends to them in turn.
 * @param wish.environment more variables of both servers
 */
export async function startWholeInstallation({
  postgresUrl,
  databaseUrl,
  environment: more = {},
}: ServerWish & { readonly databaseUrl: string }): Promise<readonly [RunningServer, RunningServer]> {
  const port = await freePort();
  const s3 = await startS3Server();
  takeDown(() => s3.stop());
  const redis = await startRedis();
  takeDown(() => redis.stop());
  const environment = {
    BASE_URL: `http://127.0.0.1:${port}`,
    ...s3.environment,
    ...redis.environment,
    ...more,
  };
  const start = (wish: { readonly port?: number }): Promise<RunningServer> =>
    startServer({ postgresUrl, databaseUrl, environment, ...wish });
  // One after the other: the first one ties the store to the database.
  const servers = [await start({ port }), await start({})] as const;
  for (const server of servers) {
    takeDown(async () => {
      const { code, stderr } = await server.stop();
      if (code !== 0) throw new Error(`A server of the installation ended with ${String(code)}: ${stderr}`);
    });
  }
  return servers;
}
