import { randomUUID } from 'node:crypto';
import { Leases, type Lease } from '@worktrack/application';
import type { Connections } from '../engine/connections.js';
import { statement } from '../engine/statement.js';

/** Takes a free or expired lease, or renews the holder's lease. Uses the database's clock, because clocks of processes can differ. */
const TAKE = statement(
  'leases.take',
  `insert into leases as lease (name, holder, held_until) values ($1, $2, clock_timestamp() + $3 * interval '1 second')
   on conflict (name) do update set (holder, held_until) = row (excluded.holder, excluded.held_until)
   where lease.holder = excluded.holder or lease.held_until <= clock_timestamp()
   returning name`,
);

const GIVE_BACK = statement(
  'leases.give-back',
  `update leases set held_until = clock_timestamp() where name = $1 and holder = $2`,
);

export class PostgresLeases extends Leases {
  constructor(private readonly connections: Connections) {
    super();
  }

  async hold<T>(name: string, seconds: number, work: (lease: Lease) => Promise<T>): Promise<T | undefined> {
    const holder = randomUUID();
    const renew = async (): Promise<boolean> =>
      (await this.connections.once(TAKE, [name, holder, seconds])).length === 1;
    if (!(await renew())) return undefined;
    try {
      return await work({ renew });
    } finally {
      // If this fails, the lease expires by itself.
      await this.connections.once(GIVE_BACK, [name, holder]).catch(() => undefined);
    }
  }
}
