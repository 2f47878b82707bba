import { createApi } from '@worktrack/adapter-http';
import { AppModule } from '../../app.module.js';
import type { Configuration } from '../../config.js';
import type { OpenDatabase } from '../../database.js';
import { httpLog } from '../../http-log.js';
import { openLog } from '../../logging.js';
import { NestLog } from '../../nest-log.js';
import { openRateLimiter } from '../../rate-limits/open-rate-limiter.js';

/** The text of the API's own description. */
export async function describeApi(open: OpenDatabase, configuration: Configuration): Promise<string> {
  const log = openLog(configuration.logLevel, 'stderr');
  const { limiter } = await openRateLimiter({ ...configuration, redisUrl: undefined }, log);
  const { baseUrl, trustProxy } = configuration;
  const ports = AppModule.on(open, limiter);
  const api = await createApi({ ports, baseUrl, trustProxy, log: httpLog(log), logger: new NestLog(log) });
  await api.drain(0);
  return api.document;
}
