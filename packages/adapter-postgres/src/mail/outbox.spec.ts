import { randomUUID } from 'node:crypto';
import type { Mail, Transaction } from '@worktrack/application';
import type { Email, OrganizationId } from '@worktrack/domain';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import { postgresAdapters } from '../adapters.js';

const SECRET = 'https://work.example.org/join#secret-of-a-link';

const invitation = (facts: Partial<Pick<Mail, 'cause' | 'organizationId' | 'address'>> = {}): Mail => ({
  kind: 'invitation',
  cause: randomUUID(),
  address: 'ada@example.org' as Email,
  organizationId: null,
  expiresAt: new Date('2099-01-01T00:00:00Z'),
  organizationName: 'Acme',
  inviterName: 'Grace',
  role: 'member',
  message: null,
  url: SECRET,
  ...facts,
});

describe('The outbox', () => {
  let database: TestDatabase;
  let seen: string[][];
  let ports: ReturnType<typeof postgresAdapters>;

  beforeAll(async () => {
    database = await TestDatabase.create();
    seen = [];
    const opened = await database.open({ observe: (names) => seen.push([...names]) });
    ports = postgresAdapters(opened, { sendsMail: true });
  });
  afterEach(() => database.sql('truncate outbox'));
  afterAll(() => database.drop());

  const putting =
    (mail: Mail) =>
    (tx: Transaction): Promise<void> => {
      tx.outbox.put(mail);
      return Promise.resolve();
    };
  const put = (mail: Mail) => ports.unitOfWork.run(putting(mail));
  const rows = () => database.sql<{ cause: string; content: object | null }>('select * from outbox');
  const limits = { ofAddress: 30, ofAll: 1000 };

  it('has a mail when the transaction commits, and not before', async () => {
    const mail = invitation();
    await ports.unitOfWork.run(async (tx) => {
      tx.outbox.put(mail);
      await tx.instant();
      expect(await rows()).toEqual([]);
    });
    expect(await rows()).toMatchObject([{ cause: mail.cause, kind: 'invitation', address: 'ada@example.org' }]);
  });

  it('has no mail of a transaction that rolls back', async () => {
    const refused = ports.unitOfWork.run((tx) => {
      tx.outbox.put(invitation());
      return Promise.reject(new Error('Changed my mind.'));
    });
    await expect(refused).rejects.toThrow('Changed my mind.');
    expect(await rows()).toEqual([]);
  });

  it('costs no round trip: the mail goes with COMMIT', async () => {
    seen.length = 0;
    await put(invitation());
    expect(seen).toEqual([['begin', 'outbox.put', 'commit']]);
  });

  it('has one mail of a cause, however often it is put', async () => {
    const mail = invitation();
    await put(mail);
    await put({ ...invitation(mail), address: 'other@example.org' as Email });
    expect(await rows()).toMatchObject([{ address: 'ada@example.org' }]);
  });

  it('takes the mail of a transaction that is limited to an Organization, which cannot read any', async () => {
    const organizationId: OrganizationId = await new World(database).organization();
    const limited = { organizationId, spendText: () => undefined };
    await ports.unitOfWork.run(putting(invitation({ organizationId })), limited);
    expect(await rows()).toMatchObject([{ organization_id: organizationId }]);
    await expect(database.sql(`begin; set local role worktrack_tx; select from outbox`)).rejects.toThrow(
      'permission denied for table outbox',
    );
    await database.closeAll();
    ports = postgresAdapters(await database.open({ observe: (names) => seen.push([...names]) }), { sendsMail: true });
  });

  it('takes nothing where no server for mail is configured, and says so', async () => {
    const without = postgresAdapters(await database.open());
    await without.unitOfWork.run((tx) => {
      expect(tx.outbox.isConfigured).toBe(false);
      return putting(invitation())(tx);
    });
    expect(await rows()).toEqual([]);
    expect(without.mailStates.isConfigured).toBe(false);
    expect(ports.mailStates.isConfigured).toBe(true);
  });

  it('gives a mail back as it was put, whatever characters it has', async () => {
    const mail = { ...invitation(), message: 'NUL \u0000, half a pair \ud800, "quotes" \\u0000' };
    await put(mail);
    const next = await ports.mailQueue.next(limits);
    const claimed = await ports.mailQueue.claim(next!);
    expect(claimed).toMatchObject({ mail, attempt: 1 });
  });

  it('says how far the mail of each cause is', async () => {
    const [waiting, sent, failed, none] = [invitation(), invitation(), invitation(), invitation()];
    for (const mail of [waiting, sent, failed]) await put(mail);
    await ports.mailQueue.sent(sent.cause);
    await ports.mailQueue.failed(failed.cause, '550 5.1.1 No such user', true);
    const states = await ports.mailStates.of([waiting, sent, failed, none].map(({ cause }) => cause));
    const at = expect.stringMatching(/^20.*Z$/) as string;
    expect(Object.fromEntries(states)).toEqual({
      [waiting.cause]: { state: 'waiting', failure: null },
      [sent.cause]: { state: 'sent', at },
      [failed.cause]: { state: 'failed', at, failure: '550 5.1.1 No such user' },
    });
  });

  it.each<[string, (cause: string) => Promise<void>]>([
    ['was sent', (cause) => ports.mailQueue.sent(cause)],
    ['has failed for good', (cause) => ports.mailQueue.failed(cause, 'too late', false)],
  ])('forgets the link of a mail that %s', async (_, end) => {
    const mail = invitation();
    await put(mail);
    await ports.mailQueue.retryIn(mail.cause, 60, 'not yet');
    expect(JSON.stringify(await rows())).toContain('secret-of-a-link');
    await end(mail.cause);
    expect(JSON.stringify(await rows())).not.toContain('secret-of-a-link');
  });

  it('cannot keep the content of a mail that does not wait', async () => {
    await put(invitation());
    await expect(database.sql('update outbox set due_at = null, sent_at = now()')).rejects.toThrow(
      'only_a_waiting_mail_has_its_content',
    );
  });

  it('is purged of what was sent or has failed 30 days ago, and of nothing else', async () => {
    const [waiting, sent, failed, later] = [invitation(), invitation(), invitation(), invitation()];
    for (const mail of [waiting, sent, failed, later]) await put(mail);
    for (const { cause } of [sent, later]) await ports.mailQueue.sent(cause);
    await ports.mailQueue.failed(failed.cause, 'refused', true);
    await database.sql(
      `update outbox set created_at = created_at - interval '31 days', sent_at = sent_at - interval '31 days',
         failed_at = failed_at - interval '31 days' where cause <> $1`,
      [later.cause],
    );
    expect(await ports.purgeEndedSessions()).toBe(2);
    expect((await rows()).map(({ cause }) => cause).sort()).toEqual([waiting.cause, later.cause].sort());
    expect(await ports.purgeEndedSessions()).toBe(0);
  });

  it('forgets the mails to an account that is removed', async () => {
    const world = new World(database);
    const id = await world.user();
    const [user] = await database.sql<{ email: Email }>('select email from users where id = $1', [id]);
    await put(invitation({ address: user!.email }));
    await put(invitation());
    await ports.administration.run((tx) => {
      tx.users.remove(id, new Date());
      return Promise.resolve();
    });
    expect(await rows()).toMatchObject([{ address: 'ada@example.org' }]);
  });
});
