import { type Answer, type Ask, type Caller, freshKey } from '../kit/client.js';
import { query } from '../kit/database.js';
import { answerOf, untilAnswered } from '../kit/until-answered.js';

/** A Work Item as the last acknowledged write left it. */
export interface LedgerItem {
  readonly id: string;
  readonly key: string;
  readonly revision: number;
  readonly title: string;
}

/** A write, with what its client learnt. */
interface Written {
  /** The answer of the first attempt; `undefined` when the connection ended without one. */
  readonly first: Answer | undefined;
  /** The answer that acknowledged the write. */
  readonly answer: Answer;
}

/**
 * Clients that write through disturbances, and what was acknowledged to them. Each client has a Work Item, and each write adds one to its
 * revision: a lost or a doubled write shows as a wrong revision, and in the history.
 */
export class Ledger {
  private readonly items = new Map<number, LedgerItem>();
  /** Requests that were sent, repetitions included. */
  requests = 0;
  /** Requests whose connection ended without an answer. */
  unanswered = 0;
  /** Acknowledged writes. */
  writes = 0;
  /** The longest time until a request was answered or its connection ended, in milliseconds. */
  longest = 0;

  /**
   * @param project the path of the Project of all items
   * @param caller returns the caller of the next attempt
   */
  constructor(
    private readonly project: string,
    private readonly caller: () => Caller,
  ) {}

  /** Does one write of this client, and repeats it with its key until it is acknowledged. */
  async write(client: number): Promise<Written> {
    const item = this.items.get(client);
    const key = freshKey();
    const title = `Write ${this.writes} of client ${client}`;
    const ask: Ask = item
      ? {
          method: 'PATCH',
          target: `${this.project}/work-items/${item.key}`,
          headers: { 'idempotency-key': key, 'if-match': `"wi-${item.revision}"` },
          body: { title },
        }
      : {
          method: 'POST',
          target: `${this.project}/work-items`,
          headers: { 'idempotency-key': key },
          body: { title },
        };
    const first = await answerOf(this.send(ask));
    const isAnswered = first !== undefined && first.status < 300;
    const answer = isAnswered ? first : await untilAnswered(() => this.send(ask));
    expect({ status: answer.status, title: answer.body?.title, revision: answer.body?.revision }).toEqual({
      status: item ? 200 : 201,
      title,
      revision: (item?.revision ?? 0) + 1,
    });
    this.items.set(client, answer.body as LedgerItem);
    this.writes += 1;
    return { first, answer };
  }

  /** Expects that this caller sees the last write of a client. Returns false when its server gave no answer. */
  async isVisible(client: number, caller: Caller): Promise<boolean> {
    const { key, revision, title } = this.items.get(client)!;
    const answer = await answerOf(caller.get(`${this.project}/work-items/${key}`));
    if (answer === undefined || answer.status === 429) return false;
    expect(answer.body).toMatchObject({ key, revision, title });
    return true;
  }

  /** Counts acknowledged writes that are not in the database, and effects that are there without an acknowledgement. */
  async audit(databaseUrl: string): Promise<{ readonly lost: number; readonly doubled: number }> {
    const ids = [...this.items.values()].map(({ id }) => id);
    const rows: { id: string; revision: number; title: string; history: number[] }[] = await query(
      databaseUrl,
      `select i.id, i.revision, i.title, array_agg(h.revision order by h.at, h.id) as history
       from work_items i join work_item_history h on h.work_item_id = i.id where i.id = any ($1) group by 1, 2, 3`,
      [ids],
    );
    const [{ audited }] = await query(
      databaseUrl,
      `select count(*)::int as audited from audit_log
       where exists (select from jsonb_array_elements(touched) as one where one ->> 'id' = any ($1))`,
      [ids],
    );
    let lost = 0;
    for (const { id, revision, title } of this.items.values()) {
      const row = rows.find((one) => one.id === id);
      const whole = Array.from({ length: revision }, (_, at) => at + 1);
      if (row?.revision !== revision || row.title !== title || String(row.history) !== String(whole)) lost += 1;
    }
    return { lost, doubled: audited - this.writes };
  }

  private async send(ask: Ask): Promise<Answer> {
    const begun = performance.now();
    this.requests += 1;
    try {
      return await this.caller().send(ask);
    } catch (error) {
      this.unanswered += 1;
      throw error;
    } finally {
      this.longest = Math.max(this.longest, performance.now() - begun);
    }
  }
}
