import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { query } from '../kit/database.js';
import { World } from '../kit/world.js';

const world = new World('web-earlier-releases');
const TEXT = Buffer.from('export const release = "an earlier one";'.repeat(20));

/** Keeps a file as a server of another release that was last there this number of hours ago. */
const offered = (name: string, hours: number) =>
  query(
    world.databaseUrl,
    `insert into release_files values ($1, 'text/javascript; charset=utf-8', $2, $3, $4, now() - $5 * interval '1 hour')`,
    [name, TEXT, brotliCompressSync(TEXT), gzipSync(TEXT), hours],
  );
const get = (name: string, encoding: string) =>
  fetch(`${world.baseUrl}/assets/${name}`, { headers: { 'accept-encoding': encoding } });

const EARLIER = 'board-screen-1a2b3c4d.js';
const TOO_OLD = 'backlog-screen-5e6f7a8b.js';

beforeAll(async () => {
  await offered(EARLIER, 23);
  await offered(TOO_OLD, 26);
});

describe('After a new release', () => {
  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])('a file of the earlier one is served to pages that are open: %s', async (accepted, encoding) => {
    const { status, headers, ...response } = await get(EARLIER, accepted).then(async (answer) => ({
      status: answer.status,
      headers: answer.headers,
      bytes: Buffer.from(await answer.arrayBuffer()),
    }));
    expect(status).toBe(200);
    expect(headers.get('content-encoding')).toBe(encoding);
    expect(headers.get('vary')).toBe('Accept-Encoding');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.bytes.equals(TEXT)).toBe(true);
  });

  it('it is gone a day after the last server of that release', async () => {
    const answer = await get(TOO_OLD, 'br');
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
  });

  it('the files of this release, as they were compressed, are there for the next one', async () => {
    const folder = path.join(path.dirname(require.resolve('@worktrack/web/package.json')), 'dist/assets');
    const built = readdirSync(folder).filter((name) => !/\.(?:br|gz)$/.test(name));
    const kept = await query(world.databaseUrl, 'select name, br from release_files where name = any ($1)', [built]);
    expect(kept.map(({ name }: { name: string }) => name).sort()).toEqual(built.sort());
    const script = kept.find(({ name }: { name: string }) => /^index-.*\.js$/.test(name)) as {
      name: string;
      br: Buffer;
    };
    expect(script.br.equals(readFileSync(path.join(folder, `${script.name}.br`)))).toBe(true);
  });
});
