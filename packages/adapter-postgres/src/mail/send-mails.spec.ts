import { randomUUID } from 'node:crypto';
import {
  CLAIM_SECONDS,
  LONGEST_ATTEMPT,
  MailSender,
  sendMails,
  type ClaimedMail,
  type Mail,
  type MailLimits,
  type MailQueue,
  type SendOutcome,
} from '@worktrack/application';
import type { Email, OrganizationId } from '@worktrack/domain';
import { TestClock } from '../../test/test-clock.js';
import { TestDatabase } from '../../test/test-database.js';
import { postgresAdapters } from '../adapters.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 2, 1);
const SENT: SendOutcome = { outcome: 'sent', response: '250 ok' };
const FAILED: SendOutcome = { outcome: 'failed', failure: '451 Later' };
const REFUSED: SendOutcome = { outcome: 'refused', failure: '550 5.1.1 No such user' };

/** Sends nothing, and responds as a test wants. */
class RecordingSender extends MailSender {
  readonly attempts: string[] = [];
  constructor(private readonly respond: (mail: Mail, signal: AbortSignal) => SendOutcome | Promise<SendOutcome>) {
    super();
  }
  async send({ mail }: Pick<ClaimedMail, 'mail'>, signal: AbortSignal): Promise<SendOutcome> {
    this.attempts.push(mail.cause);
    return this.respond(mail, signal);
  }
}

type Ports = ReturnType<typeof postgresAdapters>;

describe('The job that sends mails', () => {
  let database: TestDatabase;
  let clock: TestClock;
  let one: Ports;
  let other: Ports;

  beforeAll(async () => {
    database = await TestDatabase.create();
    clock = await TestClock.of(database);
    const open = async () => postgresAdapters(await database.open({ url: clock.url }), { sendsMail: true });
    [one, other] = [await open(), await open()];
  });
  beforeEach(() => clock.set(START));
  // The clock goes back: a lease of an earlier test would be held until later.
  afterEach(() => database.sql('truncate outbox, leases'));
  afterAll(async () => {
    await clock.close();
    await database.drop();
  });

  const put = async (facts: Partial<Pick<Mail, 'address' | 'expiresAt'>> = {}): Promise<string> => {
    const cause = randomUUID();
    await one.unitOfWork.run((tx) => {
      tx.outbox.put({
        kind: 'passwordRecovery',
        cause,
        address: 'ada@example.org' as Email,
        organizationId: null,
        expiresAt: null,
        name: 'Ada',
        url: 'https://work.example.org/welcome#secret',
        ...facts,
      });
      return Promise.resolve();
    });
    return cause;
  };

  const PLENTY: MailLimits = { ofAddress: 1_000, ofAll: 10_000 };

  /** Runs the job once, as a process does each second. */
  const run = async (
    sender: MailSender,
    {
      limits = PLENTY,
      ports = one,
      queue = ports.mailQueue,
      stop = new AbortController().signal,
      cut = new AbortController().signal,
    }: { limits?: MailLimits; ports?: Ports; queue?: MailQueue; stop?: AbortSignal; cut?: AbortSignal } = {},
  ) => {
    const results: string[] = [];
    await sendMails(
      { queue, sender, leases: ports.leases },
      limits,
      { stop, cut },
      {
        sent: () => results.push('sent'),
        retried: (_cause, failure) => results.push(`retried: ${failure}`),
        failed: (_cause, failure) => results.push(`failed: ${failure}`),
      },
    );
    return results;
  };

  const stateOf = async (cause: string) => (await one.mailStates.of([cause])).get(cause);

  it('sends each mail once, in the order in which they were put', async () => {
    const causes: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      await clock.set(START + n);
      causes.push(await put());
    }
    const sender = new RecordingSender(() => SENT);
    expect(await run(sender)).toEqual(['sent', 'sent', 'sent', 'sent', 'sent']);
    expect(await run(sender)).toEqual([]);
    expect(sender.attempts).toEqual(causes);
    expect(await stateOf(causes[0]!)).toMatchObject({ state: 'sent' });
  });

  it('sends mails about accounts before invitations, which somebody can cause in any number', async () => {
    const invitation = randomUUID();
    await one.unitOfWork.run((tx) => {
      const envelope = {
        cause: invitation,
        address: 'bea@example.org' as Email,
        organizationId: null,
        expiresAt: null,
      };
      const values = {
        organizationName: 'Acme',
        inviterName: 'Ada',
        role: 'member',
        message: null,
        url: 'https://x',
      } as const;
      tx.outbox.put({ ...envelope, ...values, kind: 'invitation' });
      return Promise.resolve();
    });
    await clock.set(START + MINUTE);
    const recovery = await put();
    const sender = new RecordingSender(() => SENT);
    await run(sender);
    expect(sender.attempts).toEqual([recovery, invitation]);
  });

  it('tries a mail again 1, 5, 30, 120 and 720 minutes after each failed attempt; then it has failed', async () => {
    const cause = await put();
    const sender = new RecordingSender(() => FAILED);
    expect(await run(sender)).toEqual(['retried: 451 Later']);
    let now = START;
    for (const minutes of [1, 5, 30, 120, 720]) {
      await clock.set(now + minutes * MINUTE - 1);
      expect(await run(sender)).toEqual([]);
      expect(await stateOf(cause)).toEqual({ state: 'waiting', failure: '451 Later' });
      now += minutes * MINUTE;
      await clock.set(now);
      expect(await run(sender)).toEqual([minutes === 720 ? 'failed: 451 Later' : 'retried: 451 Later']);
    }
    expect(sender.attempts).toHaveLength(6);
    expect(await stateOf(cause)).toEqual({ state: 'failed', at: new Date(now).toISOString(), failure: '451 Later' });
    await clock.set(now + 10 * DAY);
    expect(await run(sender)).toEqual([]);
  });

  it('sends a mail that another attempt could not send', async () => {
    const cause = await put();
    await run(new RecordingSender(() => FAILED));
    await clock.set(START + MINUTE);
    expect(await run(new RecordingSender(() => SENT))).toEqual(['sent']);
    expect(await stateOf(cause)).toEqual({ state: 'sent', at: new Date(START + MINUTE).toISOString() });
  });

  it('fails every mail to an address that was refused for good, for 30 days, and no other mail', async () => {
    await put();
    expect(await run(new RecordingSender(() => REFUSED))).toEqual(['failed: 550 5.1.1 No such user']);
    await put();
    const elsewhere = await put({ address: 'grace@example.org' as Email });
    const sender = new RecordingSender(() => SENT);
    expect((await run(sender)).sort()).toEqual(['failed: 550 5.1.1 No such user', 'sent']);
    expect(sender.attempts).toEqual([elsewhere]);
    await clock.set(START + 30 * DAY + 1);
    await put();
    expect(await run(sender)).toEqual(['sent']);
  });

  it('sends again to a refused address after it was reached by a test', async () => {
    await put();
    await run(new RecordingSender(() => REFUSED));
    await one.mailQueue.pardon('ada@example.org' as Email);
    await put();
    expect(await run(new RecordingSender(() => SENT))).toEqual(['sent']);
  });

  it('sends no more than the limit to one address in an hour, lets the others wait, and drops nothing', async () => {
    const limits = { ofAddress: 2, ofAll: 100 };
    for (let n = 0; n < 5; n += 1) await put();
    const elsewhere = await put({ address: 'grace@example.org' as Email });
    const sender = new RecordingSender(() => SENT);
    expect(await run(sender, { limits })).toHaveLength(3);
    expect(sender.attempts).toContain(elsewhere);
    await clock.set(START + HOUR - 1);
    expect(await run(sender, { limits, ports: other })).toEqual([]);
    await clock.set(START + HOUR);
    expect(await run(sender, { limits, ports: other })).toHaveLength(2);
    await clock.set(START + 2 * HOUR);
    expect(await run(sender, { limits })).toHaveLength(1);
    expect(new Set(sender.attempts).size).toBe(6);
    expect(sender.attempts).toHaveLength(6);
  });

  it('sends no more than the limit to all addresses in an hour, whatever process sends', async () => {
    const limits = { ofAddress: 100, ofAll: 3 };
    for (let n = 0; n < 7; n += 1) await put({ address: `person${n}@example.org` as Email });
    const sender = new RecordingSender(() => SENT);
    expect(await run(sender, { limits })).toHaveLength(3);
    expect(await run(sender, { limits, ports: other })).toEqual([]);
    await clock.set(START + HOUR);
    expect(await run(sender, { limits, ports: other })).toHaveLength(3);
    await clock.set(START + 2 * HOUR);
    expect(await run(sender, { limits })).toHaveLength(1);
    expect(new Set(sender.attempts).size).toBe(7);
  });

  it('fails a mail whose link ended before it could be sent', async () => {
    await put({ expiresAt: new Date(START + HOUR) });
    await clock.set(START + HOUR);
    const sender = new RecordingSender(() => SENT);
    expect(await run(sender)).toEqual(['failed: The link of this mail ended before the mail could be sent.']);
    expect(sender.attempts).toEqual([]);
  });

  it('runs in one process at a time: of two, none sends a mail twice', async () => {
    for (let n = 0; n < 40; n += 1) await put({ address: `person${n}@example.org` as Email });
    const senders = [1, 2].map(() => new RecordingSender(() => SENT));
    const untilNoneWaits = async (sender: RecordingSender, ports: Ports) => {
      while ((await ports.mailQueue.backlog()).waiting > 0) await run(sender, { ports });
    };
    await Promise.all([untilNoneWaits(senders[0]!, one), untilNoneWaits(senders[1]!, other)]);
    const attempts = senders.flatMap((sender) => sender.attempts);
    expect(attempts).toHaveLength(40);
    expect(new Set(attempts).size).toBe(40);
  });

  it('lets one of two processes claim a mail, even when both take themselves for the only one', async () => {
    for (let round = 0; round < 10; round += 1) {
      await put();
      const nexts = await Promise.all([one.mailQueue.next(PLENTY), other.mailQueue.next(PLENTY)]);
      const claims = await Promise.all([one.mailQueue.claim(nexts[0]!), other.mailQueue.claim(nexts[1]!)]);
      expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1);
    }
  });

  it('sends a mail again, with the same cause, when the process died after it had claimed the mail', async () => {
    const cause = await put();
    const next = await one.mailQueue.next(PLENTY);
    await one.mailQueue.claim(next!);
    const sender = new RecordingSender(() => SENT);
    const end = START + CLAIM_SECONDS * 1_000;
    await clock.set(end - 1);
    expect(await run(sender, { ports: other })).toEqual([]);
    await clock.set(end);
    expect(await run(sender, { ports: other })).toEqual(['sent']);
    expect(sender.attempts).toEqual([cause]);
  });

  it('claims a mail for longer than its longest attempt can take', async () => {
    await put();
    const next = await one.mailQueue.next(PLENTY);
    await one.mailQueue.claim(next!);
    const { sendingSeconds, markingSeconds } = LONGEST_ATTEMPT;
    await clock.set(START + (sendingSeconds + markingSeconds) * 1_000);
    expect(await other.mailQueue.next(PLENTY)).toBeUndefined();
  });

  it('mails a fifth of all mails of an hour as invitations of one Organization, those of others before its next ones', async () => {
    const limits = { ofAddress: 100, ofAll: 10 };
    const [first, second] = [randomUUID() as OrganizationId, randomUUID() as OrganizationId];
    const invite = async (organizationId: OrganizationId) => {
      const cause = randomUUID();
      const values = { organizationName: 'Acme', inviterName: 'Ada', role: 'member', message: null } as const;
      const envelope = { cause, address: `${cause}@example.org` as Email, organizationId, expiresAt: null };
      await one.unitOfWork.run((tx) => {
        tx.outbox.put({ ...envelope, ...values, kind: 'invitation', url: 'https://x' });
        return Promise.resolve();
      });
      return cause;
    };
    const ofFirst: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      await clock.set(START + n);
      ofFirst.push(await invite(first));
    }
    await clock.set(START + 4);
    const ofSecond = await invite(second);
    const recovery = await put();
    const sender = new RecordingSender(() => SENT);
    expect(await run(sender, { limits })).toHaveLength(4);
    expect(sender.attempts).toEqual([recovery, ofFirst[0], ofFirst[1], ofSecond]);
    await clock.set(START + HOUR + 3);
    expect(await run(sender, { limits, ports: other })).toEqual([]);
    await clock.set(START + HOUR + 4);
    expect(await run(sender, { limits, ports: other })).toHaveLength(2);
    expect(sender.attempts.slice(4)).toEqual(ofFirst.slice(2));
  });

  it('marks a mail as sent although the database is away at that moment', async () => {
    const cause = await put();
    const { mailQueue } = one;
    let failures = 0;
    const queue: MailQueue = Object.create(mailQueue, {
      sent: {
        value: (sent: string) => {
          failures += 1;
          return failures === 1 ? Promise.reject(new Error('The database is away.')) : mailQueue.sent(sent);
        },
      },
    }) as MailQueue;
    const sender = new RecordingSender(() => SENT);
    expect(await run(sender, { queue })).toEqual(['sent']);
    expect(sender.attempts).toEqual([cause]);
    expect(await stateOf(cause)).toMatchObject({ state: 'sent' });
  });

  it('gives the mail under way back when it is cut, and begins no other one', async () => {
    const cause = await put();
    await put();
    const ending = new AbortController();
    const sender = new RecordingSender(() => {
      ending.abort();
      return { outcome: 'ended' };
    });
    expect(await run(sender, { stop: ending.signal, cut: ending.signal })).toEqual([]);
    expect(sender.attempts).toHaveLength(1);
    expect(await database.sql('select attempts from outbox where attempts <> 0')).toEqual([]);
    const after = new RecordingSender(() => SENT);
    expect(await run(after)).toEqual(['sent', 'sent']);
    expect(after.attempts).toContain(cause);
  });

  it('counts the mails that wait, and the age of the oldest one', async () => {
    expect(await one.mailQueue.backlog()).toEqual({ waiting: 0, oldestSeconds: 0 });
    await put();
    await clock.set(START + MINUTE);
    await put();
    expect(await one.mailQueue.backlog()).toEqual({ waiting: 2, oldestSeconds: 60 });
    await run(new RecordingSender(() => SENT));
    expect(await one.mailQueue.backlog()).toEqual({ waiting: 0, oldestSeconds: 0 });
  });

  it('lists mails without their content', async () => {
    await put();
    await run(new RecordingSender(() => REFUSED));
    await put({ address: 'grace@example.org' as Email });
    const mail = {
      kind: 'passwordRecovery',
      state: 'failed',
      address: 'ada@example.org',
      failure: '550 5.1.1 No such user',
    };
    expect(await one.mailQueue.list(true)).toMatchObject([mail]);
    const all = await one.mailQueue.list(false);
    expect(all).toHaveLength(2);
    expect(JSON.stringify(all)).not.toContain('secret');
  });
});
