import type { Authenticator, Principal } from '@worktrack/application';
import type { FastifyRequest } from 'fastify';
import { SECRET, principal } from '../../test/fake-ports.js';
import type { ApiSettings } from '../settings.js';
import { Sessions, Tokens, refuseCredential, type Credentials } from './credentials.js';

/** An authenticator that notes which secrets it is asked for, and accepts them all. */
function authenticatorOf() {
  const asked: string[] = [];
  const accept =
    (kind: string) =>
    (secret: string): Principal => {
      asked.push(`${kind} ${secret}`);
      return principal;
    };
  const later = (kind: string) => (secret: string) => Promise.resolve(accept(kind)(secret));
  const authenticator = {
    authenticate: later('token'),
    authenticateSession: later('session'),
  } as unknown as Authenticator;
  return { asked, authenticator };
}

/** A request with these header lines: Node keeps the first `Authorization` of several. */
function request(...lines: readonly (readonly [name: string, value: string])[]): FastifyRequest {
  const headers: Record<string, string> = {};
  for (const [name, value] of lines) headers[name.toLowerCase()] ??= value;
  return { headers, raw: { rawHeaders: lines.flat() } } as unknown as FastifyRequest;
}

const bearing = (value: string) => request(['Host', 'x'], ['Authorization', value]);
const refusalBy = (work: () => unknown): string => {
  try {
    work();
    return 'none';
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return `${code} ${message}`;
  }
};
const asksOf = async (credentials: Credentials, given: FastifyRequest) => [
  credentials.arePresent(given),
  (await credentials.principalOf(given)) === principal,
];

describe('A token', () => {
  it.each([
    ['Bearer wtp_a', 'wtp_a'],
    ['bearer wtp_a', 'wtp_a'],
    ['BEARER   wtp_a b', 'wtp_a b'],
  ])('is taken from %j', async (value, token) => {
    const { asked, authenticator } = authenticatorOf();
    expect(await asksOf(new Tokens(authenticator), bearing(value))).toEqual([true, true]);
    expect(asked).toEqual([`token ${token}`]);
  });

  it.each(['', 'Bearer', 'Bearer ', 'Bearerwtp_a', 'Basic wtp_a', 'wtp_a', 'a Bearer wtp_a'])(
    'is not in %j: nobody is asked',
    async (value) => {
      const { asked, authenticator } = authenticatorOf();
      expect(await asksOf(new Tokens(authenticator), bearing(value))).toEqual([false, false]);
      expect(await asksOf(new Tokens(authenticator), request())).toEqual([false, false]);
      expect(asked).toEqual([]);
    },
  );

  it('is not accepted on one of two Authorization lines, however they are written', async () => {
    const { asked, authenticator } = authenticatorOf();
    const twice = request(['Authorization', 'Bearer wtp_a'], ['Host', 'x'], ['AUTHORIZATION', 'Bearer wtp_b']);
    expect(await asksOf(new Tokens(authenticator), twice)).toEqual([true, false]);
    expect(asked).toEqual([]);
  });

  it('is accepted beside lines whose name or value only resembles it', async () => {
    const { authenticator } = authenticatorOf();
    const given = request(
      ['Authorization', 'Bearer wtp_a'],
      ['X-Authorization', 'authorization'],
      ['Authorizatiom', 'x'],
      ['Via', 'Authorization'],
    );
    expect(await asksOf(new Tokens(authenticator), given)).toEqual([true, true]);
  });
});

describe('A session', () => {
  const settings = { baseUrl: 'http://localhost:3000' } as ApiSettings;

  it('is taken from its cookie, and no token is looked at', async () => {
    const { asked, authenticator } = authenticatorOf();
    const given = request(['Cookie', `worktrack=${SECRET}`], ['Authorization', 'Bearer wtp_a']);
    expect(await asksOf(new Sessions(authenticator, settings), given)).toEqual([true, true]);
    expect(asked).toEqual([`session ${SECRET}`]);
  });

  it('is not there without a well-formed cookie: nobody is asked', async () => {
    const { asked, authenticator } = authenticatorOf();
    for (const given of [bearing('Bearer wtp_a'), request(['Cookie', 'worktrack=x'])]) {
      expect(await asksOf(new Sessions(authenticator, settings), given)).toEqual([false, false]);
    }
    expect(asked).toEqual([]);
  });
});

describe('A request without an accepted credential', () => {
  it('is asked to bring one of its kind', () => {
    const { authenticator } = authenticatorOf();
    const none = (credentials: Credentials) => refusalBy(() => credentials.refuseNone());
    expect(none(new Tokens(authenticator))).toBe(
      'AUTH_REQUIRED A personal access token is needed: Authorization: Bearer <token>.',
    );
    expect(none(new Sessions(authenticator, {} as ApiSettings))).toBe('AUTH_REQUIRED A session is needed: sign in.');
  });

  it('learns that its credential is not accepted', () => {
    expect(refusalBy(() => refuseCredential(false))).toBe('INVALID_TOKEN This token is not accepted.');
    expect(refusalBy(() => refuseCredential(true))).toBe('AUTH_REQUIRED A session is needed: sign in.');
  });
});
