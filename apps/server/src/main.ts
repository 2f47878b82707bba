#!/usr/bin/env node
import cluster from 'node:cluster';
import { readConfiguration, type Configuration } from './config.js';
import { limitHeapGrowth } from './heap-growth.js';
import { outcomeOf } from './outcome.js';

limitHeapGrowth();

/** Serves until SIGTERM or SIGINT, by several processes where that is configured. An invalid configuration ends the process before the server is loaded, which takes a second. */
export async function serve({ setUp }: { readonly setUp: boolean }): Promise<void> {
  const configuration = configurationOrEnd();
  if (configuration.workers > 1 && cluster.isPrimary) {
    const { supervise } = await import('./workers/supervise.js');
    await supervise(configuration, __filename, setUp);
    return;
  }
  const server = await import('./serving/serve.js');
  await server.serve({ configuration, setUp });
}

function configurationOrEnd(): Configuration {
  try {
    return readConfiguration();
  } catch (error) {
    const { code, line } = outcomeOf(error);
    process.stderr.write(`${line}\n`);
    process.exit(code);
  }
}

if (require.main === module) void serve({ setUp: process.env.WORKTRACK_WORKER_SETS_UP === 'yes' });
