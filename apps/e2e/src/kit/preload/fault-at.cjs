/*
 * Loaded into a server by `--require`. FAULTS is a JSON list of `{operation, point, fault, key}`: the first transaction of a request to
 * that operation, with that `Idempotency-Key` where one is named, suffers the fault at that point, once. Each fault writes a line
 * `fault: OPERATION POINT FAULT` to standard error. A name that does not exist ends the start with exit code 2.
 *
 * The points are between two statements of the transaction. The round trip that holds both is split there: the statements before the point
 * are sent and answered, then comes the fault, then the rest is sent.
 */
'use strict';
const { subscribe } = require('node:diagnostics_channel');
const { writeSync } = require('node:fs');
const { Client } = require('pg');
const { requests } = require('./requests.cjs');

const isClaim = ({ name }) => /^idempotency\.(lock|find)/.test(name);
/** True for a statement that changes rows of the mutation itself, or of its records. */
const isWrite = ({ text }) => /^\s*(with\b.*?\b)?(insert into|(?<!for |no key )update|delete from)\b/is.test(text);
const isAudit = ({ name }) => name === 'audit-log.record';
const isCommit = ({ name }) => name === 'commit';

const before = (index) => index;
const after = (index) => (index === -1 ? -1 : index + 1);

/** For each point: the number of statements of a round trip that are executed before the fault, or -1 when the point is not in it. */
const POINTS = {
  'before-claim': (statements) => before(statements.findIndex(isClaim)),
  'after-claim': (statements) => after(statements.findLastIndex(isClaim)),
  /** All locks are held and nothing is written. */
  'after-locks': (statements) => before(statements.findIndex((one) => isWrite(one) && !isClaim(one))),
  /** The mutation has written its rows, but not the audit row nor the stored reply. */
  'after-writes': (statements) => before(statements.findIndex(isAudit)),
  'before-commit': (statements) => before(statements.findIndex(isCommit)),
  /** The transaction is committed; the reply to COMMIT does not reach the server. */
  'after-commit': (statements) => after(statements.findIndex(isCommit)),
};

/** For each fault: how it happens. `rest` sends the statements behind the point, `fail` answers the round trip with an error. */
const FAULTS = {
  throw: (_client, _rest, fail) => {
    fail(new Error('A fault that a test injected.'));
  },
  kill: () => {
    process.kill(process.pid, 'SIGKILL');
  },
  terminate: async (client, rest, fail) => {
    const ended = new Promise((resolve) => client.once('end', resolve));
    await terminate(client.processID);
    await ended;
    if (rest) rest();
    else fail(new Error('Connection terminated unexpectedly'));
  },
};

/** Ends the process of PostgreSQL that serves a connection. */
async function terminate(backend) {
  const client = new Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  await client.query('select pg_terminate_backend($1, 5000)', [backend]);
  await client.end();
}

function refuse(what, name) {
  writeSync(2, `fault-at: there is no ${what} "${name}"\n`);
  process.exit(2);
}

const rules = JSON.parse(process.env.FAULTS);
for (const { point, fault } of rules) {
  if (!Object.hasOwn(POINTS, point)) refuse('point', point);
  if (!Object.hasOwn(FAULTS, fault)) refuse('fault', fault);
}

subscribe('fastify.initialization', ({ fastify }) => {
  const operations = new Set();
  fastify.addHook('onRoute', ({ config }) => {
    if (config?.operation) operations.add(config.operation.id);
  });
  fastify.addHook('onReady', (done) => {
    const unknown = rules.find(({ operation }) => !operations.has(operation));
    if (unknown) refuse('operation', unknown.operation);
    done();
  });
});

/** The connections on which a transaction has begun. */
const begun = new WeakSet();

/** Returns the rule that a round trip of this request obeys, and where. */
function dueRule(client, { operationId, key }, statements) {
  const names = statements.map(({ name }) => name);
  if (names.includes('begin')) begun.add(client);
  if (!begun.has(client)) return undefined;
  if (names.includes('commit') || names.includes('rollback')) begun.delete(client);
  const rule = rules.find((one) => one.operation === operationId && (one.key === undefined || one.key === key));
  const cut = rule ? POINTS[rule.point](statements) : -1;
  return cut === -1 ? undefined : { rule, cut };
}

const { query } = Client.prototype;
Client.prototype.query = function queryWithFaults(config, ...rest) {
  const request = requests.getStore();
  const isBatch = Array.isArray(config?.statements);
  const due =
    request && isBatch
      ? dueRule(
          this,
          request,
          config.statements.map(({ statement }) => statement),
        )
      : undefined;
  if (!due) return query.call(this, config, ...rest);
  rules.splice(rules.indexOf(due.rule), 1);
  return split(this, config, due);
};

/** Sends the statements before the cut, lets the fault happen, and sends the rest. */
function split(client, batch, { rule: { operation, point, fault }, cut }) {
  const answered = batch.callback;
  const send = (statements, then) => {
    if (statements.length === 0) then(undefined, []);
    else query.call(client, new batch.constructor(statements, then, { timeout: batch.query_timeout }));
  };
  const tail = batch.statements.slice(cut);
  send(batch.statements.slice(0, cut), (error, first) => {
    // As the driver reports an error: without this, the batch takes it for the end of its time limit.
    const fail = (failure) => batch.handleError(failure);
    if (error) {
      fail(error);
      return;
    }
    const sendRest = () => {
      send(tail, (failure, others = []) => (failure ? fail(failure) : answered(undefined, [...first, ...others])));
    };
    writeSync(2, `fault: ${operation} ${point} ${fault}\n`);
    void FAULTS[fault](client, tail.length > 0 ? sendRest : undefined, fail);
  });
}
