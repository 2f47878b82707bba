// Loaded into a server by `--require`: its transactions work with or without the restriction to one Organization, by the switch.
import { createRequire } from 'node:module';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';

/** An order to the server. It answers with the transactions that began since the order before it, by whether they were restricted. */
export interface SwitchOrder {
  readonly isRestricted: boolean;
}

export interface Begun {
  readonly restricted: number;
  readonly unrestricted: number;
}

/** The module of the product that makes the restriction of a transaction. */
interface RowSecurity {
  restrictionTo: (organizationId: string) => object | undefined;
}

function listen(): void {
  const ofServer = createRequire(require.resolve('@worktrack/server/package.json'));
  const adapter = path.dirname(ofServer.resolve('@worktrack/adapter-postgres'));
  const module = ofServer(path.join(adapter, 'engine/row-security.js')) as RowSecurity;
  const { restrictionTo } = module;
  let isRestricted = true;
  let begun = { restricted: 0, unrestricted: 0 };
  module.restrictionTo = (organizationId) => {
    begun[isRestricted ? 'restricted' : 'unrestricted'] += 1;
    return isRestricted ? restrictionTo(organizationId) : undefined;
  };
  process.on('message', (order: SwitchOrder) => {
    process.send?.(begun);
    begun = { restricted: 0, unrestricted: 0 };
    ({ isRestricted } = order);
  });
  // The channel alone does not keep the server alive.
  process.channel?.unref();
}

// A thread of the server loads this file too.
if (isMainThread && process.send) listen();
