import { get } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { givenWorkItem } from '../kit/given.js';
import { signedIn, type Browser } from '../kit/session.js';
import { World } from '../kit/world.js';

const world = new World('web-compression');
let browser: Browser;

beforeAll(async () => {
  for (let n = 1; n <= 30; n += 1) {
    await givenWorkItem(world.owner, world.project(), { title: `Door ${n}`, description: 'Paint it.' });
  }
  browser = await signedIn(world, 'owner');
});

interface Received {
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly bytes: Buffer;
}

/** Sends a request as it is: no client decodes the response. */
const received = (target: string, headers: Record<string, string>): Promise<Received> =>
  new Promise((resolve, reject) => {
    get(world.baseUrl + target, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({ headers: response.headers, bytes: Buffer.concat(chunks) });
      });
    }).on('error', reject);
  });

const LIST = `/api/v1/organizations/${world.slug}/projects/WEB/work-items?limit=50`;
const asPage = (encoding: string) => ({
  'sec-fetch-site': 'same-origin',
  cookie: `worktrack=${browser.secret ?? ''}`,
  'accept-encoding': encoding,
});

describe('Responses to the application', () => {
  it('are compressed where the browser admits it, and are the same', async () => {
    const plain = await received(`/app${LIST}`, asPage('identity'));
    expect(plain.headers['content-encoding']).toBeUndefined();
    const small = await received(`/app${LIST}`, asPage('gzip, deflate, br'));
    expect(small.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(Number(small.headers['content-length'])).toBe(small.bytes.length);
    expect(small.bytes.length).toBeLessThan(plain.bytes.length / 5);
    expect(gunzipSync(small.bytes).equals(plain.bytes)).toBe(true);
  });

  it('name the release of the pages; those of the public API do not, and are never compressed', async () => {
    const own = await received(`/app${LIST}`, asPage('gzip'));
    expect(own.headers['worktrack-release']).toMatch(/^[0-9a-f]{12}$/);
    const { token } = world.token('owner');
    const published = await received(LIST, { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' });
    expect(published.headers['content-encoding']).toBeUndefined();
    expect(published.headers['worktrack-release']).toBeUndefined();
    expect(published.bytes.length).toBeGreaterThan(1_400);
  });
});
