import { createHash } from 'node:crypto';
import { ALL_SCOPES, SCOPES } from '@worktrack/domain';
import { SECRET, TOKEN, fakePorts, principal } from '../../test/fake-ports.js';
import { createApi, type Api, type ApiOptions } from '../server.js';

/** The beginning of the SHA-256 of `openapi.json` of v1 at the address below. No extension moves it; the time zone of an Organization, watching and mentions did, for v1 shows them. */
const V1 = 'efc1348c';

const all = { ...principal, token: { ...principal.token, scopes: ALL_SCOPES } };
const options = (): ApiOptions => ({
  ports: fakePorts({ principal: all }),
  baseUrl: 'https://track.example.org',
  trustProxy: false,
  attachmentMaxBytes: 1_000,
  log: { access: () => undefined, fault: () => undefined },
  logger: false,
});

let api: Api;
let base: string;
let without: Api;
let baseWithout: string;

beforeAll(async () => {
  [api, without] = await Promise.all([createApi(options()), createApi({ ...options(), extensions: false })]);
  base = `http://127.0.0.1:${await api.listen(0, '127.0.0.1')}`;
  baseWithout = `http://127.0.0.1:${await without.listen(0, '127.0.0.1')}`;
});

afterAll(() => Promise.all([api.drain(1_000), without.drain(1_000)]));

const BY_TOKEN = { authorization: `Bearer ${TOKEN}` };
const BY_SESSION = { cookie: `__Host-worktrack=${SECRET}` };

interface Body {
  readonly scopes?: readonly string[];
  readonly authentication?: { readonly scopes: readonly string[] };
  readonly error?: { readonly code: string };
  readonly info?: { readonly title: string; readonly version: string };
  readonly paths?: Readonly<Record<string, Readonly<Record<string, { readonly 'x-stability'?: string }>>>>;
}

async function ask(path: string, headers: Record<string, string> = {}, at = base) {
  const response = await fetch(at + path, { headers });
  return { status: response.status, body: (await response.json()) as Body };
}

describe('The extensions', () => {
  it('leave the document of v1 as it is, with them and without', () => {
    const digest = createHash('sha256').update(api.document).digest('hex');
    expect(digest.slice(0, V1.length)).toBe(V1);
    expect(without.document).toBe(api.document);
  });

  it('have a document of their own that needs no credential, with a promise for each operation', async () => {
    const { status, body } = await ask('/api/x/openapi.json');
    expect([status, body.info]).toEqual([
      200,
      expect.objectContaining({ title: 'Worktrack extensions', version: '0.1' }),
    ]);
    const operations = Object.entries(body.paths ?? {}).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, stability: operation['x-stability'] })),
    );
    expect(operations).toContainEqual({ path: '/api/x/me', stability: 'stable' });
    expect(operations.filter(({ stability }) => stability === undefined)).toEqual([]);
  });

  it('show all scopes of a token, of which v1 shows those that it knows', async () => {
    const mine = await ask('/api/x/me', BY_TOKEN);
    expect([mine.status, mine.body.scopes]).toEqual([200, [...ALL_SCOPES]]);
    expect((await ask('/api/v1/me', BY_TOKEN)).body.authentication?.scopes).toEqual([...SCOPES]);
  });

  it('are there for a session below /app, and for nobody without a credential', async () => {
    expect((await ask('/app/api/x/me', BY_SESSION)).body.scopes).toEqual([...ALL_SCOPES]);
    expect((await ask('/app/api/x/me', BY_TOKEN)).body.error?.code).toBe('AUTH_REQUIRED');
    expect((await ask('/api/x/me')).body.error?.code).toBe('AUTH_REQUIRED');
    expect((await ask('/api/x/nothing', BY_TOKEN)).body.error?.code).toBe('NOT_FOUND');
  });

  it('are unknown paths where they are switched off', async () => {
    for (const path of ['/api/x/me', '/api/x/openapi.json', '/app/api/x/me']) {
      const { status, body } = await ask(path, { ...BY_TOKEN, ...BY_SESSION }, baseWithout);
      expect([path, status, body.error?.code]).toEqual([path, 404, 'NOT_FOUND']);
    }
  });
});
