import { ROLES, satisfies } from './role.js';

describe('Roles', () => {
  it('rank owner over admin over member', () => {
    const enough = ROLES.map((required) => ROLES.filter((held) => satisfies(held, required)));
    expect(Object.fromEntries(ROLES.map((required, index) => [required, enough[index]]))).toEqual({
      owner: ['owner'],
      admin: ['owner', 'admin'],
      member: ['owner', 'admin', 'member'],
    });
  });
});
