import type { Role } from '@worktrack/domain';
import type { AccountRules } from '../session/identity-providers.js';
import { claimedRole } from './claimed-role.js';

const rules: AccountRules = {
  linkByEmail: false,
  createUsers: false,
  organization: undefined,
  role: 'member',
  roleClaim: 'groups',
  roleMap: new Map<string, Role>([
    ['admins', 'admin'],
    ['owners', 'owner'],
  ]),
};

describe('The role that a provider claims', () => {
  it.each<[string, object, Role]>([
    ['the one that its value names', { groups: 'admins' }, 'admin'],
    ['the highest of several', { groups: ['staff', 'admins', 'owners'] }, 'owner'],
    ['the usual one without a value that is known', { groups: ['staff'] }, 'member'],
    ['the usual one without the claim', {}, 'member'],
    ['the usual one for a value of another kind', { groups: [{ admins: true }, 7, null] }, 'member'],
    ['the usual one for a name of every object', { groups: 'constructor' }, 'member'],
  ])('is %s', (_, claims, role) => {
    expect(claimedRole({ ...claims }, 'groups', rules)).toBe(role);
  });

  it('is found by a path, and first by a name with dots', () => {
    expect(claimedRole({ realm_access: { roles: ['admins'] } }, 'realm_access.roles', rules)).toBe('admin');
    const both = { 'https://example.org/roles': ['owners'] };
    expect(claimedRole(both, 'https://example.org/roles', rules)).toBe('owner');
    expect(claimedRole({}, 'constructor.name', rules)).toBe('member');
  });
});
