import { ALL_SCOPES, EXTENSION_SCOPES, SCOPES, covers, inCanonicalOrder, scopesOfV1, type Scope } from './scope.js';

describe('Scopes', () => {
  it('are fourteen, in this order', () => {
    expect(SCOPES.join(' ')).toBe(
      'profile:read organization:read organization:members:read project:read project:write ' +
        'work_item:read work_item:write work_item:delete comment:read comment:write comment:delete ' +
        'attachment:read attachment:write attachment:delete',
    );
  });

  it('of the extensions come after those of v1', () => {
    expect(EXTENSION_SCOPES).toEqual(['organization:manage', 'member:manage', 'webhook:manage']);
    expect(ALL_SCOPES).toEqual([...SCOPES, ...EXTENSION_SCOPES]);
    expect(inCanonicalOrder(['member:manage', 'organization:manage', 'project:read'])).toEqual([
      'project:read',
      'organization:manage',
      'member:manage',
    ]);
    expect(covers(SCOPES, 'member:manage')).toBe(false);
  });

  it('are shown by v1 without those of the extensions, once each in canonical order', () => {
    expect(scopesOfV1(['member:manage', 'comment:write', 'profile:read', 'comment:write'])).toEqual([
      'profile:read',
      'comment:write',
    ]);
    expect(scopesOfV1(EXTENSION_SCOPES)).toEqual([]);
  });

  it('never imply one another, but for two that bring the reading of attachments along', () => {
    const pairs = SCOPES.flatMap((held) => SCOPES.filter((required) => covers([held], required)).map((r) => [held, r]));
    const others = pairs.filter(([held, required]) => held !== required).map((pair) => pair.join(' covers '));
    expect(others).toEqual(['attachment:write covers attachment:read', 'attachment:delete covers attachment:read']);
    expect(pairs).toHaveLength(SCOPES.length + 2);
  });

  it('are covered by each scope that includes them, and not by an empty list', () => {
    const held: Scope[] = ['project:read', 'attachment:write'];
    expect(covers(held, 'attachment:read')).toBe(true);
    expect(covers(held, 'project:read')).toBe(true);
    expect(covers(held, 'project:write')).toBe(false);
    expect(covers([], 'profile:read')).toBe(false);
  });

  it.each([covers, scopesOfV1, inCanonicalOrder])('must be a list: %p refuses anything else, and says so', (read) => {
    const wrong = 'project:read' as unknown as readonly Scope[];
    expect(() => read(wrong, 'project:read')).toThrow(new RegExp(`^${read.name}\\b.*list`));
  });

  it('are listed once each in canonical order', () => {
    expect(inCanonicalOrder(['comment:write', 'profile:read', 'comment:write'])).toEqual([
      'profile:read',
      'comment:write',
    ]);
    expect(inCanonicalOrder([...SCOPES].reverse())).toEqual(SCOPES);
  });
});
