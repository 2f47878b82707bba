import { request } from 'undici';
import { freshKey } from '../kit/client.js';
import { PROXIES, startProxy } from '../kit/proxy.js';
import { World } from '../kit/world.js';
import { describeProxy } from './behind-proxy.js';

const COMPRESSING = 'gzip on; gzip_proxied any; gzip_types application/json; gzip_min_length 0;';

describeProxy(PROXIES.nginx, (servers, databaseUrl) => {
  it('with compression a tag is weak, and the update with it is refused: docs/operations/start.md warns of it', async () => {
    const proxy = await startProxy(PROXIES.nginx, servers(), (text) => text.replace('gzip off;', COMPRESSING));
    try {
      const world = new World('proxied', proxy.baseUrl, databaseUrl());
      const headers = { authorization: `Bearer ${world.token('owner').token}`, 'accept-encoding': 'gzip' };
      const change = { ...headers, 'content-type': 'application/json', 'idempotency-key': freshKey() };
      const made = await request(`${proxy.baseUrl}${world.project()}/work-items`, {
        method: 'POST',
        headers: change,
        body: '{"title":"Weak"}',
      });
      const { key } = (await made.body.json()) as { readonly key: string };
      // nginx compresses only responses of certain statuses; 201 is not among them.
      const item = `${proxy.baseUrl}${world.item(key)}`;
      const read = await request(item, { headers });
      await read.body.dump();
      const { etag } = read.headers;
      expect(etag).toBe('W/"wi-1"');
      const { statusCode, body } = await request(item, {
        method: 'PATCH',
        headers: { ...change, 'accept-encoding': 'identity', 'idempotency-key': freshKey(), 'if-match': String(etag) },
        body: '{"title":"Lost"}',
      });
      expect([statusCode, ((await body.json()) as any).error.code]).toEqual([400, 'VALIDATION_ERROR']);
    } finally {
      await proxy.stop();
    }
  });
});
