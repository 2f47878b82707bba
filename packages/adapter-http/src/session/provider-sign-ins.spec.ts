import type { IdentityProviders, Transaction, UnitOfWork } from '@worktrack/application';
import { limitsWith } from '../../test/limits.js';
import { CountedDatabase, visitorsRequest } from '../../test/visitors.js';
import { ProviderSignIns } from './provider-sign-ins.js';

describe('A flood of notices of a provider from one network', () => {
  it('works on the database twice at the same time at most', async () => {
    const database = new CountedDatabase();
    const notice = { issuer: 'https://issuer.test', sid: 's', subject: null, jti: 'j', acceptedUntil: new Date() };
    const providers = { readLogoutToken: () => Promise.resolve(notice) } as Partial<IdentityProviders>;
    const recorded: unknown[] = [];
    const tx = {
      instant: () => Promise.resolve(new Date()),
      spentProofs: { spend: () => Promise.resolve(true) },
      sessions: { endOfProvider: () => Promise.resolve([]) },
      audit: { record: (row: unknown) => recorded.push(row) },
    } as unknown as Transaction;
    const unitOfWork: UnitOfWork = { run: async (work) => work(await database.run(tx)) };
    // A notice needs no other part.
    const signIns = Object.create(ProviderSignIns.prototype) as ProviderSignIns;
    Object.assign(signIns, {
      providers,
      unitOfWork,
      limits: limitsWith(),
    });
    await Promise.all(Array.from({ length: 20 }, () => signIns.endSessions(visitorsRequest().request, 'token')));
    expect(recorded).toHaveLength(20);
    expect(database.most).toBe(2);
  });
});
