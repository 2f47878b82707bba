import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ProviderUnavailable } from '@worktrack/application';
import { DiscoveredProvider } from './discovered-provider.js';
import type { OidcSettings } from './settings.js';

const MINUTE = 60_000;

describe('The description of a provider', () => {
  let server: Server;
  let url: string;
  let requests: number;
  let more: object;
  let isAway: boolean;
  let now: number;
  let provider: DiscoveredProvider;

  beforeAll(async () => {
    server = createServer((_, response) => {
      requests += 1;
      if (isAway) {
        response.destroy();
        return;
      }
      const description = { issuer: url, authorization_endpoint: `${url}/authorize`, jwks_uri: `${url}/jwks`, ...more };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(description));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  beforeEach(() => {
    [requests, more, isAway, now] = [0, {}, false, 0];
    const rules = {
      linkByEmail: false,
      createUsers: false,
      organization: undefined,
      role: 'member',
      roleClaim: undefined,
      roleMap: new Map(),
    } as const;
    const named = { id: 'main', name: 'Example', scopes: 'openid', clientId: 'worktrack', clientSecret: undefined };
    const settings: OidcSettings = { ...named, issuer: url, rules };
    provider = new DiscoveredProvider(settings, 5, () => now);
  });

  it('is read once by many who need it at the same moment', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => provider.get()));
    expect([new Set(all).size, requests]).toEqual([1, 1]);
  });

  it('is read again after an hour', async () => {
    await provider.get();
    now = 59 * MINUTE;
    await provider.get();
    expect(requests).toBe(1);
    now = 60 * MINUTE;
    await provider.get();
    expect(requests).toBe(2);
  });

  it('stays as it is while the provider is away, which is asked once in a minute', async () => {
    const before = await provider.get();
    isAway = true;
    now = 60 * MINUTE;
    expect(await provider.get()).toBe(before);
    now += MINUTE - 1;
    expect(await provider.get()).toBe(before);
    expect(requests).toBe(2);
    now += 1;
    expect(await provider.get()).toBe(before);
    expect(requests).toBe(3);
  });

  it('that could not be read is not asked for again in the next five seconds', async () => {
    isAway = true;
    await expect(provider.get()).rejects.toThrow(ProviderUnavailable);
    now = 4_999;
    await expect(provider.get()).rejects.toThrow(ProviderUnavailable);
    expect(requests).toBe(1);
    isAway = false;
    now = 5_000;
    expect((await provider.get()).issuer).toBe(url);
  });

  it.each<[string, object]>([
    ['another issuer', { issuer: 'https://other.example' }],
    ['no keys', { jwks_uri: undefined }],
    ['no address to sign in at', { authorization_endpoint: undefined }],
    ['an address to sign in at that is not secure', { authorization_endpoint: 'http://id.example.org/authorize' }],
    ['an address to sign in at that is a script', { authorization_endpoint: 'javascript:alert(1)' }],
  ])('with %s cannot be used', async (_, wrong) => {
    more = wrong;
    await expect(provider.get()).rejects.toThrow(ProviderUnavailable);
  });
});
