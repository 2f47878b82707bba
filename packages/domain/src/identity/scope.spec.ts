import { SCOPES, covers, inCanonicalOrder, type Scope } from './scope.js';

describe('Scopes', () => {
  it('are fourteen, in this order', () => {
    expect(SCOPES.join(' ')).toBe(
      'profile:read organization:read organization:members:read project:read project:write ' +
        'work_item:read work_item:write work_item:delete comment:read comment:write comment:delete ' +
        'attachment:read attachment:write attachment:delete',
    );
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

  it('are listed once each in canonical order', () => {
    expect(inCanonicalOrder(['comment:write', 'profile:read', 'comment:write'])).toEqual([
      'profile:read',
      'comment:write',
    ]);
    expect(inCanonicalOrder([...SCOPES].reverse())).toEqual(SCOPES);
  });
});
