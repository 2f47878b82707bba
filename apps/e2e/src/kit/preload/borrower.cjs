/*
 * Loaded into a server by `--require`: a request with the header `borrow` borrows connections of two pools of its own, as the header
 * says. It shows that `second-connection.cjs` sees that.
 */
'use strict';
const { subscribe } = require('node:diagnostics_channel');
const { Pool } = require('pg');

const [one, other] = [1, 2].map(() => new Pool({ connectionString: process.env.DATABASE_URL, max: 2 }));

/** Holds a connection of the pool during `work`. */
async function holding(pool, statement, work = () => undefined) {
  const client = await pool.connect();
  await client.query(statement);
  await work();
  client.release();
}

/** Borrows as TypeORM does: by a callback. */
const byCallback = (pool, statement) =>
  new Promise((resolve, reject) => {
    pool.connect((error, client, release) => {
      if (error) reject(error);
      else resolve(client.query(statement).finally(() => release()));
    });
  });

const ways = {
  'a second one': () => holding(one, 'select 1', () => holding(one, { name: 'inner', text: 'select 2' })),
  'a second one by a callback': () => holding(one, 'select 1', () => byCallback(one, 'select 2')),
  'a second one by the pool': () => holding(one, 'select 1', () => one.query('select 2')),
  'two at once': () => Promise.all([holding(one, 'select 1'), holding(one, 'select 2')]),
  'one after the other': () => holding(one, 'select 1').then(() => holding(one, 'select 2')),
  'one for ever': async () => (await one.connect()).query('select 1'),
  'one of each pool': () => holding(one, 'select 1', () => holding(other, 'select 2')),
};

subscribe('fastify.initialization', ({ fastify }) => {
  // Behind the body, which arrives by events of the connection.
  fastify.addHook('preHandler', async ({ headers: { borrow } }) => {
    if (borrow !== undefined) await ways[borrow]();
  });
});
