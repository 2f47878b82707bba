// `npm run dev`: serves the application from its sources, and runs a server for it that restarts when one of its files is saved.
// `npm run dev -- --inspect` opens the server to a debugger. Ctrl-C ends everything.
import { existsSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { compile } from './build.mjs';
import { DevelopedServer } from './dev/developed-server.mjs';
import { assertFree, freePort } from './dev/ports.mjs';
import { followSources } from './dev/follow-sources.mjs';
import { servePage } from './dev/serve-page.mjs';
import { ROOT } from './workspace.mjs';

const PROGRAM = path.join(ROOT, 'apps/server/dist/main.js');

const inspect = process.argv.slice(2);
const unknown = inspect.find((argument) => !argument.startsWith('--inspect'));
if (unknown !== undefined) end(`error: npm run dev has no option ${unknown}; it takes --inspect`, 2);

// An error of a type does not prevent a start: the compiler has written the program all the same.
await compile();
if (!existsSync(PROGRAM)) end('error: the server could not be compiled', 1);
const load = module.createRequire(PROGRAM);
const { readConfiguration } = load('./config.js');
const { failureToOpen } = load('./serving/listen.js');
const { outcomeOf } = load('./outcome.js');

/** Parts of this process, each with the function that ends it. */
const parts = [];
const leave = async (code) => {
  for (const endPart of parts.splice(0).reverse()) await endPart();
  process.exit(code);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void leave(0));

try {
  const configuration = readConfiguration();
  await assertFree(configuration).catch((error) => {
    throw failureToOpen(error, configuration, 'PORT');
  });
  // A second member of the embedded database: it goes on while the server restarts.
  if (configuration.database.url === undefined) {
    const { joinEmbeddedPostgres } = load('@worktrack/embedded-postgres');
    const postgres = await joinEmbeddedPostgres(configuration);
    parts.push(() => postgres.leave());
  }
  const server = new DevelopedServer(await freePort(), inspect);
  const page = await servePage(configuration, server);
  parts.push(() => page.close());
  parts.push(() => server.stop());
  const sources = followSources(page.watcher, server);
  parts.push(() => sources.end());
  await server.start();
} catch (error) {
  const { code, line } = outcomeOf(error);
  process.stderr.write(`${line}\n`);
  await leave(code);
}

function end(line, code) {
  process.stderr.write(`${line}\n`);
  process.exit(code);
}
