import {
  Access,
  QuotaExhausted,
  RequestWork,
  type Authenticator,
  type Mutations,
  type RateLimiter,
} from '@worktrack/application';
import type { OrganizationId, UserId } from '@worktrack/domain';
import type { Conditions } from './context.js';
import { BriefPlaces, FairShare } from './fair-share.js';
import { MutationRunner } from './mutation-runner.js';
import { Permits } from './permits.js';
import { ReportPermits } from './report-permits.js';
import { TextBudget } from './text-budget.js';

const ADDRESS = '192.0.2.1';

function conditions(): Conditions {
  const context = {
    address: ADDRESS,
    operation: { id: 'createWorkItem', scope: null },
    principal: { user: { id: 'ada' }, token: { id: 'token' } },
    organization: Access.onBehalfOf('acme' as OrganizationId, 'ada' as UserId, 'owner'),
    work: new RequestWork(60_000),
    end: { onEnd: () => undefined },
  };
  return { context, reply: {}, key: undefined, expected: '*' } as unknown as Conditions;
}

/** Builds a runner that runs mutations by `run`, with the list of the addresses whose failed authentications it counts. */
function runnerOf(run: (...request: Parameters<Mutations['run']>) => Promise<never>) {
  const failures: string[] = [];
  const limiter = { countFailure: (address: string) => Promise.resolve(failures.push(address)) };
  const runner = new MutationRunner(
    { run } as unknown as Mutations,
    new Permits(new FairShare(1), new BriefPlaces(1), new ReportPermits(1)),
    {} as Authenticator,
    new TextBudget(),
    limiter as unknown as RateLimiter,
  );
  return { runner, failures };
}

describe('A mutation', () => {
  it('counts a failed authentication when its token is found to have ended by the transaction', async () => {
    const { runner, failures } = runnerOf(async ({ right }) => {
      await Promise.resolve();
      right.renew(undefined);
      throw new Error('A token that has ended was accepted.');
    });
    await expect(runner.run(conditions(), () => Promise.reject(new Error()), undefined, {})).rejects.toMatchObject({
      code: 'INVALID_TOKEN',
    });
    expect(failures).toEqual([ADDRESS]);
  });

  it('counts no failed authentication when it fails for another reason', async () => {
    const { runner, failures } = runnerOf(() => Promise.reject(new QuotaExhausted('Too much.', 1)));
    await expect(runner.run(conditions(), () => Promise.reject(new Error()), undefined, {})).rejects.toThrow(
      'Too much.',
    );
    expect(failures).toEqual([]);
  });
});
