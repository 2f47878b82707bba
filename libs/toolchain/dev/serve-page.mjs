// The page of `npm run dev`: Vite serves it from its sources, and replaces what is saved without a reload where it can.
import { existsSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../workspace.mjs';

const WEB = path.join(ROOT, 'apps/web');
const NOT_RUNNING = 'The server is not running: the terminal says why.\n';

/**
 * Serves the page at the address of the configuration. Requests for the API go to the server; while it restarts, they wait.
 * @returns Vite's server
 */
export async function servePage({ port, host }, server) {
  const { createServer } = await import(
    pathToFileURL(module.createRequire(path.join(WEB, 'package.json')).resolve('vite'))
  );
  const bypass = async (request, response) => {
    if (isSource(request.url)) return request.url;
    if (await server.serves) return undefined;
    response.writeHead(503, { 'Content-Type': 'text/plain; charset=utf-8' }).end(NOT_RUNNING);
    return request.url;
  };
  const page = await createServer({
    configFile: path.join(WEB, 'vite.config.mjs'),
    clearScreen: false,
    server: { port, host, strictPort: true, proxy: { '^/(app/)?api/': { target: server.url, bypass } } },
  });
  return page.listen();
}

/** True for a source of the page: its folder `api` has the first part of the addresses of the API. */
const isSource = (url) => existsSync(path.join(WEB, 'src', new URL(url, 'http://page').pathname));
