import { ALL_SCOPES } from '@worktrack/domain';
import { UsageError } from '../usage-error.js';
import { provisionIn } from './provision-file.js';

const refusalOf = (file: unknown): string | undefined => {
  try {
    provisionIn(typeof file === 'string' ? file : JSON.stringify(file));
    return undefined;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
};

const USER = { email: 'ada@example.org', name: 'Ada' };
const MEMBER = { email: 'ada@example.org', role: 'owner' };
const ORGANIZATION = { slug: 'acme', name: 'Acme' };
const TOKEN = { email: 'ada@example.org', name: 'ci', scopes: ['all'], org: 'acme' };

describe('The file of provision', () => {
  it('may be empty: every list is optional', () => {
    expect(provisionIn('{}')).toEqual({ users: [], organizations: [], tokens: [] });
  });

  it('holds values as they are stored', () => {
    const file = {
      users: [{ email: 'Ada@Example.org', name: ' Ada ' }],
      organizations: [
        {
          ...ORGANIZATION,
          description: 'Anvils',
          members: [{ email: 'ADA@example.org', role: 'owner', username: 'Ada' }],
          projects: [{ key: 'web', name: 'Website', description: '', color: '#ABCDEF' }],
        },
      ],
      tokens: [{ ...TOKEN, scopes: ['project:read'], projects: ['web'], expiresInDays: 30 }],
    };
    expect(provisionIn(JSON.stringify(file))).toEqual({
      users: [{ email: 'ada@example.org', name: 'Ada' }],
      organizations: [
        {
          slug: 'acme',
          name: 'Acme',
          description: 'Anvils',
          members: [{ email: 'ada@example.org', role: 'owner', username: 'ada' }],
          projects: [{ key: 'WEB', name: 'Website', description: '', color: '#abcdef' }],
        },
      ],
      tokens: [
        {
          email: 'ada@example.org',
          name: 'ci',
          scopes: ['project:read'],
          grants: [{ org: 'acme', projects: ['WEB'] }],
          expiresInDays: 30,
        },
      ],
    });
  });

  it('takes all scopes as a word or a list of that word, 90 days by default, and several Organizations', () => {
    const tokens = [TOKEN, { ...TOKEN, scopes: 'all', org: ['acme', 'other'] }];
    expect(provisionIn(JSON.stringify({ tokens })).tokens).toEqual([
      { email: 'ada@example.org', name: 'ci', scopes: ALL_SCOPES, grants: [{ org: 'acme' }], expiresInDays: 90 },
      {
        email: 'ada@example.org',
        name: 'ci',
        scopes: ALL_SCOPES,
        grants: [{ org: 'acme' }, { org: 'other' }],
        expiresInDays: 90,
      },
    ]);
  });

  it.each<[unknown, string]>([
    ['{', 'the file'],
    ['[]', 'the file'],
    ['null', 'the file'],
    [{ user: [] }, 'user '],
    [{ users: {} }, 'users '],
    [{ users: [USER, { ...USER, mail: '' }] }, 'users.1.mail '],
    [{ users: [null] }, 'users.0 '],
    [{ users: [{ name: 'Ada' }] }, 'users.0.email '],
    [{ users: [{ ...USER, email: 'ada' }] }, 'users.0.email '],
    [{ users: [{ ...USER, name: 7 }] }, 'users.0.name '],
    [{ organizations: [{ ...ORGANIZATION, plan: 'gold' }] }, 'organizations.0.plan '],
    [{ organizations: [{ ...ORGANIZATION, slug: 'A' }] }, 'organizations.0.slug '],
    [{ organizations: [{ ...ORGANIZATION, description: 'x'.repeat(10_001) }] }, 'organizations.0.description '],
    [
      { organizations: [{ ...ORGANIZATION, members: [{ ...MEMBER, rol: 'owner' }] }] },
      'organizations.0.members.0.rol ',
    ],
    [
      { organizations: [{ ...ORGANIZATION, members: [{ ...MEMBER, role: 'boss' }] }] },
      'organizations.0.members.0.role ',
    ],
    [
      { organizations: [{ ...ORGANIZATION, members: [{ ...MEMBER, username: '-' }] }] },
      'organizations.0.members.0.username ',
    ],
    [{ organizations: [{ ...ORGANIZATION, projects: [{ key: 'W' }] }] }, 'organizations.0.projects.0.name '],
    [
      { organizations: [{ ...ORGANIZATION, projects: [{ key: 'W-1', name: 'W' }] }] },
      'organizations.0.projects.0.key ',
    ],
    [
      { organizations: [{ ...ORGANIZATION, projects: [{ key: 'W', name: 'W', color: 'red' }] }] },
      'organizations.0.projects.0.color ',
    ],
    [{ tokens: [{ ...TOKEN, scope: 'all' }] }, 'tokens.0.scope '],
    [{ tokens: [{ ...TOKEN, scopes: [] }] }, 'tokens.0.scopes '],
    [{ tokens: [{ ...TOKEN, scopes: ['project:read', 'all'] }] }, 'tokens.0.scopes '],
    [{ tokens: [{ ...TOKEN, scopes: 'project:read' }] }, 'tokens.0.scopes '],
    [{ tokens: [{ ...TOKEN, org: ['acme'], projects: ['WEB'] }] }, 'tokens.0.org '],
    [{ tokens: [{ ...TOKEN, org: [] }] }, 'tokens.0.org '],
    [{ tokens: [{ ...TOKEN, projects: [] }] }, 'tokens.0.projects '],
    [{ tokens: [{ ...TOKEN, expiresInDays: 367 }] }, 'tokens.0.expiresInDays '],
    [{ tokens: [{ ...TOKEN, expiresInDays: '30' }] }, 'tokens.0.expiresInDays '],
    ['{"users":[{"email":"ada@example.org","name":"Ada","__proto__":{}}]}', 'users.0.__proto__ '],
  ])('%j is refused by its path: %s', (file, path) => {
    expect(refusalOf(file)?.startsWith(path)).toBe(true);
  });
});
