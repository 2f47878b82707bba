/*
 * Loaded into a server by `--require`. Follows each request and counts the connections that it holds in each pool. A request that takes a
 * second one while it holds one can wait for ever, when other requests do so too. Each such request becomes a line of JSON in the file
 * `breaches` of the folder that SECOND_CONNECTIONS names: `{operation, first, second, stack}`, with both statements and the stack of the
 * second `connect`. So does, at the end of the process, a request that is over and kept a connection with nothing to do: `{operation, kept}`,
 * with its last statement. An empty file with the id of the process says that a request borrowed a connection, so that the check does work here.
 */
'use strict';
const { AsyncResource } = require('node:async_hooks');
const { appendFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { Client, Pool } = require('pg');
const { requests } = require('./requests.cjs');

const folder = process.env.SECOND_CONNECTIONS;
/** The most characters of a statement without a name, and the most frames of a stack. */
const LONGEST_TEXT = 120;
const FRAMES = 30;

/** The connections that each request holds. */
const held = new WeakMap();
/** The loan of each connection that a request holds. */
const loans = new WeakMap();
const lent = new Set();
const watchedPools = new WeakSet();
let isWorking = false;

function loansOf(request) {
  const known = held.get(request) ?? new Set();
  held.set(request, known);
  return known;
}

/** Returns the names of the statements of a batch, or the text of a statement without a name. */
function statementOf(config) {
  if (Array.isArray(config?.statements)) return config.statements.map(({ statement }) => statement.name).join(', ');
  return config?.name ?? String(config?.text ?? config).slice(0, LONGEST_TEXT);
}

const write = (breach) => appendFileSync(path.join(folder, 'breaches'), `${JSON.stringify(breach)}\n`);

function report(loan, second) {
  write({ operation: loan.request.operation, ...loan.breach, second });
  loan.breach = undefined;
}

function lend(pool, client, request, stack) {
  if (!isWorking) writeFileSync(path.join(folder, String(process.pid)), '');
  isWorking = true;
  if (!watchedPools.has(pool)) {
    watchedPools.add(pool);
    pool.on('release', takeBack);
  }
  const first = [...loansOf(request)].find((loan) => loan.pool === pool);
  const loan = { pool, request, last: 'nothing', running: 0, breach: first && { first: first.last, stack } };
  loansOf(request).add(loan);
  loans.set(client, loan);
  lent.add(loan);
}

function takeBack(_error, client) {
  const loan = loans.get(client);
  if (!loan) return;
  if (loan.breach) report(loan, 'nothing');
  loansOf(loan.request).delete(loan);
  loans.delete(client);
  lent.delete(loan);
}

const poolPrototype = Object.getPrototypeOf(Pool.prototype);
const { connect } = poolPrototype;
poolPrototype.connect = function connectInRequest(callback) {
  const request = requests.getStore();
  if (!request) return connect.call(this, callback);
  const stack = loansOf(request).size > 0 ? stackHere() : 'two at the same moment';
  if (callback) {
    return connect.call(this, (error, client, release) => {
      if (client) lend(this, client, request, stack);
      callback(error, client, release);
    });
  }
  return connect.call(this).then((client) => {
    lend(this, client, request, stack);
    return client;
  });
};

// A shared connection that fails gives the statements of many requests back at once: each goes on as part of its own request.
const engine = path.resolve(__dirname, '../../../../../packages/adapter-postgres/dist/engine');
const { SharedReads } = require(path.join(engine, 'shared-reads.js'));
const { rows } = SharedReads.prototype;
SharedReads.prototype.rows = function rowsOfRequest(statement, values, byPool, work) {
  return rows.call(this, statement, values, AsyncResource.bind(byPool), work);
};

const { query } = Client.prototype;
Client.prototype.query = function queryOfRequest(config, ...rest) {
  const loan = loans.get(this);
  if (!loan) return query.call(this, config, ...rest);
  loan.last = statementOf(config);
  if (loan.breach) report(loan, loan.last);
  const result = query.call(this, config, ...rest);
  if (typeof result?.then === 'function') {
    const ended = () => (loan.running -= 1);
    loan.running += 1;
    result.then(ended, ended);
  }
  return result;
};

process.on('exit', () => {
  for (const { request, last, running } of lent) {
    if (request.isOver && running === 0) write({ operation: request.operation, kept: last });
  }
});

function stackHere() {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = FRAMES;
  const { stack } = new Error('second connection');
  Error.stackTraceLimit = stackTraceLimit;
  return stack;
}
