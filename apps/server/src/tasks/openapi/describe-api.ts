import { openBlobs } from '@worktrack/adapter-blobs';
import { createApi } from '@worktrack/adapter-http';
import { Logger } from 'nestjs-pino';
import type { Configuration } from '../../config.js';
import type { OpenDatabase } from '../../database.js';
import { httpLog } from '../../http-log.js';
import type { ServerLogger } from '../../logging.js';
import { portsOf } from '../../ports.js';
import { openRateLimiter } from '../../rate-limits/open-rate-limiter.js';
import { ServerModule } from '../../server.module.js';
import { guardStore } from '../../store.js';

/** Returns the text of `openapi.json`, or of the document of the application. */
export async function describeApi(
  open: OpenDatabase,
  configuration: Configuration,
  log: ServerLogger,
  isOfApplication: boolean,
): Promise<string> {
  const limits = await openRateLimiter({ ...configuration, redisUrl: undefined }, log);
  const store = await openBlobs({ ...configuration, s3: undefined });
  const ports = ServerModule.of(portsOf(open, limits, store, guardStore(store, open), configuration), log);
  const { baseUrl, trustProxy, attachmentMaxBytes } = configuration;
  const logs = { log: httpLog(log), logger: Logger };
  const api = await createApi({ ports, baseUrl, trustProxy, attachmentMaxBytes, ...logs });
  await api.drain(0);
  return isOfApplication ? api.describeApplication() : api.document;
}
