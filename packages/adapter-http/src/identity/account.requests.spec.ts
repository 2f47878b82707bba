import { isRefusal } from '@worktrack/application';
import { ALL_SCOPES } from '@worktrack/domain';
import { readBody } from '../body/body.pipe.js';
import { ChangeUsernameBody, CreateTokenBody } from './account.requests.js';

/** Returns the command, or the names of the members that are refused. */
function read<Command>(work: () => Command): Command | string[] {
  try {
    return work();
  } catch (error) {
    if (isRefusal(error) && error.code === 'VALIDATION_ERROR') return Object.keys(error.more.fieldErrors ?? {});
    throw error;
  }
}

describe('A change of a username', () => {
  const change = (json: object) => read(() => readBody(ChangeUsernameBody, json as never).toCommand());

  it.each([
    ['a', 'a'],
    ['7', '7'],
    ['Ada', 'ada'],
    ['ADA.L-9_x', 'ada.l-9_x'],
    ['a..b--c__d', 'a..b--c__d'],
    ['x'.repeat(64), 'x'.repeat(64)],
  ])('keeps %s as %s', (sent, kept) => {
    expect(change({ username: sent })).toEqual({ username: kept });
  });

  it('clears it with null', () => {
    expect(change({ username: null })).toEqual({ username: null });
  });

  it.each([
    ['nothing', ''],
    ['a blank', ' '],
    ['65 characters', 'x'.repeat(65)],
    ['a dot at its start', '.ada'],
    ['a hyphen at its end', 'ada-'],
    ['an underscore alone', '_'],
    ['white space around it', ' ada '],
    ['a line break at its end', 'ada\n'],
    ['white space in it', 'ada l'],
    ['a letter outside of ASCII', 'adä'],
    ['a letter that becomes ASCII in lower case', '\u212Aing'],
    ['a digit outside of ASCII', 'ada\u0661'],
    ['an at sign', '@ada'],
    ['a number', 7],
    ['a list', ['ada']],
    ['an object', { username: 'ada' }],
    ['true', true],
  ])('refuses %s', (_, username) => {
    expect(change({ username })).toEqual(['username']);
  });

  it('refuses a body without it, and one with another member', () => {
    expect(change({})).toEqual(['username']);
    expect(change({ username: 'ada', role: 'owner' })).toEqual(['role']);
  });
});

describe('A new token', () => {
  const GOOD = { name: 'laptop', scopes: ['project:read'], organizations: [{ slug: 'acme' }], expiresInDays: 30 };
  const create = (changes: object) => read(() => readBody(CreateTokenBody, { ...GOOD, ...changes }).toCommand());

  it('has a name, scopes, Organizations with or without Projects, and a number of days', () => {
    expect(
      create({ name: ' laptop ', organizations: [{ slug: 'acme', projects: ['web', 'OPS'] }, { slug: 'b' }] }),
    ).toEqual({
      name: 'laptop',
      scopes: ['project:read'],
      organizations: [
        { slug: 'acme', projects: ['WEB', 'OPS'] },
        { slug: 'b', projects: undefined },
      ],
      expiresInDays: 30,
    });
  });

  it('lives 90 days when nothing else is said, at least one and at most 366', () => {
    const { name, scopes, organizations } = GOOD;
    expect(read(() => readBody(CreateTokenBody, { name, scopes, organizations }).toCommand())).toMatchObject({
      expiresInDays: 90,
    });
    expect(create({ expiresInDays: 1 })).toMatchObject({ expiresInDays: 1 });
    expect(create({ expiresInDays: 366 })).toMatchObject({ expiresInDays: 366 });
  });

  const organizations = (count: number) => Array.from({ length: count }, (_, at) => ({ slug: `org-${at}` }));
  const keys = (count: number) => Array.from({ length: count }, (_, at) => `K${at}`);

  it('covers at most 50 Organizations and 200 Projects', () => {
    expect(create({ organizations: organizations(50) })).toMatchObject({ organizations: organizations(50) });
    expect(create({ organizations: organizations(51) })).toEqual(['organizations']);
    expect(create({ organizations: [{ slug: 'a', projects: keys(200) }] })).not.toEqual(expect.any(Array));
    expect(create({ organizations: [{ slug: 'a', projects: keys(201) }] })).toEqual(['organizations.0.projects']);
    const together = [
      { slug: 'a', projects: keys(150) },
      { slug: 'b', projects: keys(51) },
    ];
    expect(create({ organizations: together })).toEqual(['organizations']);
  });

  it.each([
    ['an empty name', { name: '' }, 'name'],
    ['a blank name', { name: ' ' }, 'name'],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, 'name'],
    ['a name that cannot be stored', { name: 'a\u0000' }, 'name'],
    ['a name with a line break', { name: 'a\nFORGED' }, 'name'],
    ['a name that turns the writing direction', { name: 'a\u202eb' }, 'name'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['an unknown scope', { scopes: ['project:read', 'project:admin'] }, 'scopes'],
    ['all as a scope', { scopes: 'all' }, 'scopes'],
    [
      'more scopes than there are',
      { scopes: Array.from({ length: ALL_SCOPES.length + 1 }, () => 'project:read') },
      'scopes',
    ],
    ['a scope that is null', { scopes: [null] }, 'scopes'],
    ['no Organization', { organizations: [] }, 'organizations'],
    ['Organizations that are no list', { organizations: { slug: 'acme' } }, 'organizations'],
    ['an Organization that is a text', { organizations: ['acme'] }, 'organizations.0'],
    ['an Organization without a slug', { organizations: [{}] }, 'organizations.0.slug'],
    ['a slug in upper case', { organizations: [{ slug: 'ACME' }] }, 'organizations.0.slug'],
    ['an unknown member', { organizations: [{ slug: 'acme', role: 'owner' }] }, 'organizations.0.role'],
    ['an Organization that is named twice', { organizations: [{ slug: 'a' }, { slug: 'a' }] }, 'organizations.1.slug'],
    ['an empty list of Projects', { organizations: [{ slug: 'a', projects: [] }] }, 'organizations.0.projects'],
    ['no list of Projects', { organizations: [{ slug: 'a', projects: null }] }, 'organizations.0.projects'],
    [
      'a malformed key',
      { organizations: [{ slug: 'a' }, { slug: 'b', projects: ['W-1'] }] },
      'organizations.1.projects',
    ],
    ['no day', { expiresInDays: 0 }, 'expiresInDays'],
    ['367 days', { expiresInDays: 367 }, 'expiresInDays'],
    ['half a day', { expiresInDays: 0.5 }, 'expiresInDays'],
    ['days as a text', { expiresInDays: '30' }, 'expiresInDays'],
    ['days that are null', { expiresInDays: null }, 'expiresInDays'],
    ['a text of its own', { token: 'wtp_x' }, 'token'],
  ])('is refused with %s', (_, changes, path) => {
    expect(create(changes)).toEqual([path]);
  });
});
