import { Caller } from '../kit/client.js';
import { theRun } from '../kit/run.js';
import { startServer } from '../kit/server.js';
import { World } from '../kit/world.js';

describe('The log', () => {
  it('knows each request by both ids, and no secret and no content', async () => {
    const { postgresUrl, template } = theRun();
    const server = await startServer({ postgresUrl, template, environment: { LOG_LEVEL: 'debug' } });
    const world = new World('running', server.baseUrl, server.databaseUrl);
    const key = 'a-key-that-is-nobodys-business';
    const answers = [
      await world.owner.get('/api/v1/me', { 'x-request-id': 'the-id-of-the-client' }),
      await world.owner.post(`${world.project()}/work-items`, { title: 'A title that is private' }, { key }),
      await world.owner.get(`${world.org()}/projects?surprise=a-private-query`),
      await new Caller(server.baseUrl, 'wtp_a-wrong-token').get('/api/v1/me'),
      await world.nobody.get('/api/v1/a-path-that-leads-nowhere'),
    ];
    await server.stop();
    const log = server.log();
    for (const { headers } of answers) expect(log).toContain(headers['x-request-id']);
    expect(log).toContain('"clientRequestId":"the-id-of-the-client"');
    const secrets = [world.owner.token!, 'wtp_', 'A title that is private', 'a-private-query', key, 'Bearer'];
    for (const secret of secrets) expect(log).not.toContain(secret);
    expect(log).not.toContain(new URL(postgresUrl).password);
    for (const line of log.trim().split('\n')) expect(JSON.parse(line)).toEqual(expect.any(Object));
  });

  it('warns once that a proxy seems to forward requests although none is trusted, without an address', async () => {
    const { postgresUrl, template } = theRun();
    const warned = async (trustProxy: string) => {
      const server = await startServer({ postgresUrl, template, environment: { TRUST_PROXY: trustProxy } });
      const nobody = new Caller(server.baseUrl);
      for (const name of ['x-forwarded-for', 'forwarded', 'x-forwarded-for']) {
        await nobody.get('/api/health', { [name]: 'for=192.0.2.77' });
      }
      await server.stop();
      expect(server.log()).not.toContain('192.0.2.77');
      return server.log().match(/"level":"warn".*set TRUST_PROXY/g)?.length ?? 0;
    };
    expect([await warned('false'), await warned('1')]).toEqual([1, 0]);
  });
});
