import { isRefusal, type InvitationViews, type SignInThrottle } from '@worktrack/application';
import { limitsWith } from '../../test/limits.js';
import { CountedDatabase, visitorsRequest } from '../../test/visitors.js';
import { Acceptances } from './acceptances.js';

const TOKEN = 'T'.repeat(43);

describe('A flood of looks at invitations from one network', () => {
  it('works on the database twice at the same time at most', async () => {
    const database = new CountedDatabase();
    const done = () => Promise.resolve();
    const attempt = { allowed: true, resetSeconds: 1, succeeded: done, takeBack: done };
    const throttle = { byLink: () => Promise.resolve(attempt) } as Partial<SignInThrottle> as SignInThrottle;
    const invitations = { ofToken: () => database.run(undefined) } as Partial<InvitationViews> as InvitationViews;
    // Reading needs no other part.
    const acceptances = Object.create(Acceptances.prototype) as Acceptances;
    Object.assign(acceptances, {
      throttle,
      invitations,
      limits: limitsWith(),
    });
    const read = () =>
      acceptances.read(visitorsRequest(), TOKEN).catch((error: unknown) => isRefusal(error) && error.code);
    expect(new Set(await Promise.all(Array.from({ length: 20 }, read)))).toEqual(new Set(['NOT_FOUND']));
    expect(database.most).toBe(2);
  });
});
