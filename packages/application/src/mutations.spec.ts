import type { AccessTokenId, OrganizationId, ProjectId, UserId } from '@worktrack/domain';
import { DomainError } from '@worktrack/domain';
import { QuotaExhausted } from './shared/faults.js';
import { fingerprintOf } from './mutation/fingerprint.js';
import {
  KeyTaken,
  type AuditEntry,
  type CompletedMutation,
  type IdempotencyKey,
  type KeptReplies,
  type StoredReply,
} from './mutation/ports.js';
import type { Reply } from './mutation/reply.js';
import { Mutations, type KeyUse, type MutationRequest, type Right } from './mutations.js';
import { refuse } from './shared/refusals.js';
import type { Transaction, UnitOfWork } from './unit-of-work.js';

/** The state of a key. */
type Claim =
  | { readonly state: 'free'; readonly kept: KeptReplies }
  | { readonly state: 'running' }
  | ({ readonly state: 'completed' } & CompletedMutation);

const FREE: Claim = { state: 'free', kept: { bytes: 999, roomInSeconds: 77 } };
const RUNNING: Claim = { state: 'running' };
/** The writes of a transaction that left none. */
const NOTHING = { effects: 0, audit: [], records: [] };
const THIS = fingerprintOf('this request');
const OTHER = fingerprintOf('another request');
const STORED: StoredReply = { status: 201, etag: '"wi-1"', body: '{"id":1}', shows: ['web' as ProjectId] };
const FRESH: Reply = {
  status: 201,
  etag: '"wi-1"',
  body: '{"id":2}',
  shows: [],
  touched: [{ kind: 'work_item', id: 'w' }],
};

const FRESH_RIGHT: Right = {
  isStale: () => false,
  renew: () => {
    throw new Error('A fresh right was renewed.');
  },
};

/** Returns a stale right. Its renewal throws when `now` is `gone`. */
const staleRight = (now: 'still held' | 'gone'): Right => ({
  isStale: () => true,
  renew: () => {
    if (now === 'gone') refuse('INVALID_TOKEN');
  },
});

function request(more: Partial<MutationRequest> = {}): MutationRequest {
  return {
    operation: 'createWorkItem',
    requestId: 'r',
    actorId: 'u' as UserId,
    tokenId: 't' as AccessTokenId,
    organizationId: 'o' as OrganizationId,
    covers: () => true,
    key: 'key-0001' as IdempotencyKey,
    fingerprint: THIS,
    gone: false,
    right: FRESH_RIGHT,
    limits: { spendText: () => undefined },
    ...more,
  };
}

/** Runs one request against a store in the given state. Returns its outcome, and the writes of the transaction that commits. */
async function run(claim: Claim, more: Partial<MutationRequest> = {}, mutate = () => Promise.resolve(FRESH)) {
  const left = { effects: 0, audit: [] as AuditEntry[], records: [] as StoredReply[] };
  const seen = { transactions: 0, limits: [] as unknown[], uses: [] as KeyUse[], message: '' };
  const tx = {
    idempotency: {
      claim: () => () =>
        claim.state === 'free' ? Promise.resolve(claim.kept) : Promise.reject(new KeyTaken('It is not free.')),
      find: () => Promise.resolve(claim.state === 'completed' ? claim : undefined),
      complete: (_user: UserId, _key: IdempotencyKey, _fingerprint: Buffer, reply: StoredReply) =>
        Promise.resolve(left.records.push(reply)),
    },
    principals: { find: () => Promise.resolve(undefined) },
    audit: { record: (entry: AuditEntry) => left.audit.push(entry) },
  } as unknown as Transaction;
  const unitOfWork = {
    run: (work: (tx: Transaction) => Promise<unknown>, limits: unknown) => {
      seen.transactions += 1;
      seen.limits.push(limits);
      return work(tx).catch((error: unknown) => {
        Object.assign(left, { effects: 0, audit: [], records: [] });
        throw error;
      });
    },
  } as UnitOfWork;
  const outcome = await new Mutations(unitOfWork, 1_000, (use) => seen.uses.push(use))
    .run(request(more), () => {
      left.effects += 1;
      return mutate();
    })
    .catch((error: unknown) => {
      if (!(error instanceof QuotaExhausted || error instanceof DomainError)) throw error;
      seen.message = error.message;
      return error instanceof QuotaExhausted ? [error.name, error.retryAfterSeconds] : (error.code as string);
    });
  return { outcome, left, seen };
}

const completed = (fingerprint = THIS): Claim => ({ state: 'completed', fingerprint, reply: STORED });

describe('A mutation', () => {
  it('happens, and leaves one audit row and one record, under a free key', async () => {
    const { outcome, left } = await run(FREE);
    const { effects, audit, records } = left;
    expect(outcome).toMatchObject({ status: 201, body: '{"id":2}', replayed: false });
    expect(effects).toBe(1);
    expect(audit).toEqual([expect.objectContaining({ operation: 'createWorkItem', touched: FRESH.touched })]);
    expect(records).toEqual([{ status: 201, etag: '"wi-1"', body: '{"id":2}', shows: [] }]);
  });

  it('happens without a key, and leaves no record', async () => {
    const { left } = await run(RUNNING, { key: undefined });
    expect([left.effects, left.audit.length, left.records.length]).toEqual([1, 1, 0]);
  });

  it('is answered from the record when it completed before, and does nothing again', async () => {
    const { outcome, left } = await run(completed());
    expect(outcome).toEqual({ ...STORED, replayed: true });
    expect([left.effects, left.audit.length, left.records.length]).toEqual([0, 0, 0]);
  });

  it('shows no stored answer to a token that does not cover what it shows', async () => {
    expect((await run(completed(), { covers: () => false })).outcome).toBe('NOT_FOUND');
  });

  it('refuses a key that another request completed, or that is in use', async () => {
    const [reused, running] = [await run(completed(OTHER)), await run(RUNNING)];
    expect([reused.outcome, reused.seen.message]).toEqual([
      'IDEMPOTENCY_KEY_REUSED',
      'This key belongs to a different request.',
    ]);
    expect([running.outcome, running.seen.message]).toEqual([
      'IDEMPOTENCY_REQUEST_IN_PROGRESS',
      'A request with this key is still running.',
    ]);
  });

  it('is replayed for a target that is gone, and is otherwise not found', async () => {
    expect((await run(completed(), { gone: true })).outcome).toMatchObject({ replayed: true });
    for (const claim of [FREE, RUNNING, completed(OTHER)]) {
      expect((await run(claim, { gone: true })).outcome).toBe('NOT_FOUND');
    }
  });

  it.each([
    ['with a free key', FREE, {}],
    ['without a key', FREE, { key: undefined }],
    ['as a replay', completed(), {}],
    ['of a target that is gone', FREE, { gone: true }],
  ] as [string, Claim, Partial<MutationRequest>][])(
    'does nothing %s when the right to it was stale and is gone, and goes on when it is still held',
    async (_, claim, more) => {
      const { outcome: refused, left } = await run(claim, { ...more, right: staleRight('gone') });
      expect([refused, left]).toEqual(['INVALID_TOKEN', NOTHING]);
      const { outcome } = await run(claim, { ...more, right: staleRight('still held') });
      expect(outcome).toEqual((await run(claim, more)).outcome);
    },
  );

  it('is refused before anything is done where the user keeps too much already, but for a replay and without a key', async () => {
    const full: Claim = { state: 'free', kept: { bytes: 1_000, roomInSeconds: 77 } };
    const { outcome, left, seen } = await run(full);
    expect(seen.message).toBe(
      'Too many answers are kept for the keys of this user: try again when the oldest have expired.',
    );
    expect([outcome, left]).toEqual([['QuotaExhausted', 77], NOTHING]);
    expect((await run(completed())).outcome).toMatchObject({ replayed: true });
    expect((await run(full, { key: undefined })).left.effects).toBe(1);
    expect((await run(full, { gone: true })).outcome).toBe('NOT_FOUND');
  });

  it.each([
    ['answered from the record', completed(), expect.objectContaining({ replayed: true })],
    ['refused for its key', completed(OTHER), 'IDEMPOTENCY_KEY_REUSED'],
    ['refused for its key while that is held', RUNNING, 'IDEMPOTENCY_REQUEST_IN_PROGRESS'],
  ])('is %s, even where it would be refused by now', async (_, claim, outcome) => {
    const refused = () => Promise.reject(new DomainError('CONFLICT', 'Taken.'));
    expect((await run(claim, {}, refused)).outcome).toEqual(outcome);
  });

  it('leaves nothing when it is refused', async () => {
    const refused = () => Promise.reject(new DomainError('CONFLICT', 'Taken.'));
    const { outcome, left, seen } = await run(FREE, {}, refused);
    expect([outcome, left]).toEqual(['CONFLICT', NOTHING]);
    // It is not tried again.
    expect(seen.transactions).toBe(1);
  });

  it('shows no stored answer when its token covers only some of the Projects that it shows', async () => {
    const shows = ['web', 'ham'] as ProjectId[];
    const claim: Claim = { state: 'completed', fingerprint: THIS, reply: { ...STORED, shows } };
    expect((await run(claim, { covers: (id) => id === 'web' })).outcome).toBe('NOT_FOUND');
    expect((await run(claim, { covers: () => true })).outcome).toMatchObject({ replayed: true });
  });

  it.each<[string, Claim, Partial<MutationRequest>, KeyUse[]]>([
    ['first', FREE, {}, ['first']],
    ['replay', completed(), {}, ['replay']],
    ['in progress', RUNNING, {}, ['in_progress']],
    ['reused', completed(OTHER), {}, ['reused']],
    ['nothing without a key', FREE, { key: undefined }, []],
    ['nothing of a target that is gone', completed(OTHER), { gone: true }, []],
  ])('reports the use of its key: %s', async (_, claim, more, uses) => {
    expect((await run(claim, more)).seen.uses).toEqual(uses);
  });

  it('takes one transaction, and a replay another one', async () => {
    const once = await run(FREE);
    const stale = await run(FREE, { right: staleRight('still held') });
    const gone = await run(completed(), { gone: true });
    const replay = await run(completed());
    expect([once, stale, gone, replay].map(({ seen }) => seen.transactions)).toEqual([1, 1, 1, 2]);
  });

  it('is limited by its Organization and by the texts of its token, in each transaction', async () => {
    const limits = { organizationId: 'o' as OrganizationId, spendText: () => undefined };
    const { seen } = await run(completed(), { limits });
    const told = { ...limits, by: { requestId: 'r', actorId: 'u' } };
    expect(seen.limits).toEqual([told, told]);
  });
});
