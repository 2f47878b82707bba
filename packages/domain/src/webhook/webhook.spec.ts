import {
  MOST_WEBHOOKS,
  Webhook,
  type NewWebhook,
  type OrganizationId,
  type ProjectId,
  type UserId,
  type WebhookId,
  type WebhookRecord,
} from '../index.js';
import { refusalOf } from '../testing/index.js';

const NOW = new Date('2026-03-04T05:06:07.008Z');
const LATER = new Date('2026-03-05T00:00:00.000Z');
const [WEB, HAM] = ['web', 'ham'] as ProjectId[] as [ProjectId, ProjectId];

const given: NewWebhook = {
  id: 'w' as WebhookId,
  organizationId: 'o' as OrganizationId,
  ownerId: 'ada' as UserId,
  scopes: ['work_item:read'],
  grantedProjectIds: null,
  name: 'Chat',
  url: 'https://hooks.example.org/',
  types: null,
  projectIds: null,
  position: 7,
};
const idle = { attempt: 0, refusals: 0, failingSince: null, nextAttemptAt: null };
const webhook = (members: Partial<NewWebhook> = {}, count = 0) => Webhook.create({ ...given, ...members }, count, NOW);
const stored = (members: Partial<WebhookRecord> = {}) =>
  Webhook.restore({ ...webhook().record, revision: 3, leaseToken: 5, ...members });
const failing = { state: 'retrying', attempt: 4, failingSince: NOW, nextAttemptAt: LATER } as const;
const RANGE = { oldest: 1, last: 90 };

describe('A new webhook', () => {
  it('is active after its position, with revision 1', () => {
    const made = webhook({ name: '  Chat ' });
    expect(made.record).toEqual({
      ...given,
      ...idle,
      state: 'active',
      pausedReason: null,
      leaseToken: 0,
      pingId: null,
      revision: 1,
      createdAt: NOW,
      updatedAt: NOW,
    });
  });

  it.each([' ', 'x'.repeat(101), 'a\nb'])('is refused for its name: %j', (name) => {
    expect(refusalOf(() => webhook({ name }))).toBe('VALIDATION_ERROR');
  });

  it('is refused where the Organization has twenty', () => {
    expect(MOST_WEBHOOKS).toBe(20);
    expect(refusalOf(() => webhook({}, 20))).toBe('WEBHOOK_LIMIT_REACHED');
    expect(webhook({}, 19).record.state).toBe('active');
  });

  it('is about Projects that its credential saw', () => {
    expect(refusalOf(() => webhook({ projectIds: [HAM], grantedProjectIds: [WEB] }))).toBe('VALIDATION_ERROR');
    expect(webhook({ projectIds: [WEB], grantedProjectIds: [WEB, HAM] }).record.projectIds).toEqual([WEB]);
  });
});

describe('A change of a webhook', () => {
  it.each([
    { name: 'Other' },
    { url: 'https://other.example.org/' },
    { types: ['work_item.created'] },
    { projectIds: [WEB] },
  ])('%j makes one revision, and ends the work under way', (changes) => {
    const changed = stored();
    changed.change(changes, LATER);
    expect(changed.record).toMatchObject({ ...changes, revision: 4, leaseToken: 6, updatedAt: LATER, position: 7 });
  });

  it('to equal values makes none', () => {
    const same = stored({ types: ['work_item.created'], projectIds: [WEB] });
    same.change({ name: ' Chat ', url: given.url, types: ['work_item.created'], projectIds: [WEB] }, LATER);
    expect(same.hasChanged).toBe(false);
  });

  it('never reaches further than its credential did', () => {
    const limited = stored({ grantedProjectIds: [WEB] });
    expect(
      refusalOf(() => {
        limited.change({ projectIds: [HAM] }, LATER);
      }),
    ).toBe('VALIDATION_ERROR');
  });

  it('is refused for a revision that has passed', () => {
    expect(
      refusalOf(() => {
        stored().expect(2);
      }),
    ).toBe('REVISION_CONFLICT');
  });
});

describe('A webhook', () => {
  it('pauses from each working state, and forgets its failures', () => {
    for (const from of [{}, failing]) {
      const paused = stored(from);
      paused.pause(LATER);
      expect(paused.record).toMatchObject({ ...idle, state: 'paused', pausedReason: 'user', position: 7, revision: 4 });
    }
  });

  it('stays paused for the reason it had', () => {
    const gone = stored({ state: 'paused', pausedReason: 'gone' });
    gone.pause(LATER);
    expect([gone.record.pausedReason, gone.hasChanged]).toEqual(['gone', false]);
  });

  it.each(['user', 'failing', 'gone', 'owner_lost_access'] as const)(
    'paused by %s goes on where it stood',
    (reason) => {
      const resumed = stored({ state: 'paused', pausedReason: reason });
      resumed.resume(true, RANGE, LATER);
      expect(resumed.record).toMatchObject({ ...idle, state: 'active', pausedReason: null, position: 7 });
    },
  );

  it('that waits for its next attempt goes on right away', () => {
    const resumed = stored(failing);
    resumed.resume(true, RANGE, LATER);
    expect(resumed.record).toMatchObject({ ...idle, state: 'active' });
  });

  it('goes on with the oldest event where its own are gone, and at the end of a feed that went back', () => {
    for (const [range, position] of [
      [{ oldest: 21, last: 90 }, 20],
      [{ oldest: 1, last: 3 }, 3],
    ] as const) {
      const resumed = stored({ state: 'paused', pausedReason: 'events_expired' });
      resumed.resume(true, range, LATER);
      expect(resumed.record.position).toBe(position);
    }
  });

  it('that works is not changed by resuming it', () => {
    const active = stored();
    active.resume(true, RANGE, LATER);
    expect(active.hasChanged).toBe(false);
  });

  it('whose owner is not an administrator does not go on', () => {
    const lost = stored({ state: 'paused', pausedReason: 'owner_lost_access' });
    expect(
      refusalOf(() => {
        lost.resume(false, RANGE, LATER);
      }),
    ).toBe('CONFLICT');
    expect(lost.record.state).toBe('paused');
  });

  it('is set back to a position, and stays paused where it is', () => {
    const set = stored(failing);
    set.replay(2, LATER);
    expect(set.record).toMatchObject({ ...idle, state: 'active', position: 2, revision: 4, leaseToken: 6 });
    const paused = stored({ state: 'paused', pausedReason: 'user' });
    paused.replay(2, LATER);
    expect(paused.record).toMatchObject({ state: 'paused', pausedReason: 'user', position: 2 });
  });
});
