import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigurationError, readConfiguration } from './config.js';

type Environment = Record<string, string>;

const OIDC: Environment = { OIDC_ISSUER: 'https://id.example.org/realms/work', OIDC_CLIENT_ID: 'worktrack' };

const problemsOf = (environment: Environment): readonly string[] => {
  try {
    readConfiguration(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
};

describe('The settings of providers of identities', () => {
  it('have a default for everything but the issuer and the client', () => {
    expect(readConfiguration(OIDC).providers).toEqual([
      {
        id: 'main',
        name: 'id.example.org',
        issuer: 'https://id.example.org/realms/work',
        clientId: 'worktrack',
        clientSecret: undefined,
        scopes: 'openid email profile',
        rules: {
          linkByEmail: false,
          createUsers: false,
          organization: undefined,
          role: 'member',
          roleClaim: undefined,
          roleMap: new Map(),
        },
      },
    ]);
  });

  it('name several providers by numbers, the one without a number first', () => {
    const { providers } = readConfiguration({
      OIDC_20_ISSUER: 'http://127.0.0.1:4000',
      OIDC_20_CLIENT_ID: 'twenty',
      OIDC_3_ISSUER: 'https://three.example',
      OIDC_3_CLIENT_ID: 'three',
      OIDC_3_CREATE_USERS: 'true',
      OIDC_3_ORGANIZATION: 'acme',
      OIDC_3_ROLE: 'admin',
      OIDC_3_ROLE_CLAIM: 'groups',
      OIDC_3_ROLE_MAP: 'cn=owners=owner, staff=member',
      ...OIDC,
    });
    expect(providers.map(({ id }) => id)).toEqual(['main', '3', '20']);
    expect(providers[1]?.rules).toMatchObject({ createUsers: true, organization: 'acme', role: 'admin' });
    expect([...(providers[1]?.rules.roleMap ?? [])]).toEqual([
      ['cn=owners', 'owner'],
      ['staff', 'member'],
    ]);
  });

  it('read the secret of each from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'secret-'));
    writeFileSync(join(folder, 'secret'), 'from the file\n');
    const numbered = { OIDC_7_ISSUER: 'https://seven.example', OIDC_7_CLIENT_ID: 'seven' };
    const file = join(folder, 'secret');
    const { providers } = readConfiguration({
      ...OIDC,
      ...numbered,
      OIDC_CLIENT_SECRET: 'from the variable',
      OIDC_7_CLIENT_SECRET_FILE: file,
    });
    rmSync(folder, { recursive: true });
    expect(providers.map(({ clientSecret }) => clientSecret)).toEqual(['from the variable', 'from the file']);
  });

  it.each<[Environment, string]>([
    [{ OIDC_CLIENT_ID: 'x' }, 'OIDC_ISSUER must be set when OIDC_CLIENT_ID is'],
    [{ OIDC_2_ISSUER: 'https://two.example' }, 'OIDC_2_CLIENT_ID must be set when OIDC_2_ISSUER is'],
    ...[
      'http://id.example.org',
      'id.example.org',
      'https://id.example.org/?a=1',
      'https://a:b@id.example.org',
      'javascript:1',
    ].map((issuer): [Environment, string] => [
      { ...OIDC, OIDC_ISSUER: issuer },
      'OIDC_ISSUER must be an https:// URL without query and fragment, or http:// of the loopback',
    ]),
    [{ ...OIDC, OIDC_CLIENT_ID: 'a b' }, 'OIDC_CLIENT_ID must be at most 255 printable characters'],
    [{ ...OIDC, OIDC_NAME: 'x'.repeat(51) }, 'OIDC_NAME must be a name of 1 to 50 characters'],
    [{ ...OIDC, OIDC_SCOPES: 'email' }, 'OIDC_SCOPES must be scopes separated by single spaces, among them openid'],
    [{ ...OIDC, OIDC_LINK_BY_EMAIL: 'on' }, 'OIDC_LINK_BY_EMAIL must be true or false'],
    [{ ...OIDC, OIDC_CREATE_USERS: 'yes' }, 'OIDC_CREATE_USERS must be true or false'],
    [{ ...OIDC, OIDC_ORGANIZATION: 'Acme!' }, 'OIDC_ORGANIZATION must be the slug of an Organization'],
    [{ ...OIDC, OIDC_ROLE: 'boss', OIDC_ORGANIZATION: 'acme' }, 'OIDC_ROLE must be owner, admin or member'],
    [{ ...OIDC, OIDC_ROLE: 'admin' }, 'OIDC_ORGANIZATION must be set when OIDC_ROLE is'],
    [
      { ...OIDC, OIDC_ORGANIZATION: 'acme', OIDC_ROLE_CLAIM: 'groups' },
      'OIDC_ROLE_MAP must be set when OIDC_ROLE_CLAIM is',
    ],
    [
      { ...OIDC, OIDC_ORGANIZATION: 'acme', OIDC_ROLE_MAP: 'a=admin' },
      'OIDC_ROLE_CLAIM must be set when OIDC_ROLE_MAP is',
    ],
    [
      { ...OIDC, OIDC_ROLE_CLAIM: 'groups', OIDC_ROLE_MAP: 'a=admin' },
      'OIDC_ORGANIZATION must be set when OIDC_ROLE_CLAIM is',
    ],
    ...['a', 'a=boss', '=admin', 'a=admin,a=owner'].map((map): [Environment, string] => [
      { ...OIDC, OIDC_ORGANIZATION: 'acme', OIDC_ROLE_CLAIM: 'groups', OIDC_ROLE_MAP: map },
      'OIDC_ROLE_MAP must be a comma-separated list of value=owner, value=admin or value=member',
    ]),
    [
      { ...OIDC, OIDC_2_ISSUER: 'https://ID.example.org/realms/work', OIDC_2_CLIENT_ID: 'x' },
      'OIDC_2_ISSUER must differ from the issuers of the other providers',
    ],
    [{ PASSWORD_SIGN_IN: 'off' }, 'PASSWORD_SIGN_IN must be on without OIDC_ISSUER: nobody could sign in'],
    [{ PASSWORD_SIGN_IN: 'no' }, 'PASSWORD_SIGN_IN must be on or off'],
  ])('refuse %j by name', (environment, problem) => {
    expect(problemsOf(environment)).toEqual([problem]);
  });
});
