/*
 * Loaded into a server by `--require`: a request with the header `stray` sends the statement in it, as the application role. It shows that
 * what `sent-statements.cjs` writes is checked.
 */
'use strict';
const { subscribe } = require('node:diagnostics_channel');
const { Pool } = require('pg');

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 1, options: '-c role=worktrack_app' });

subscribe('fastify.initialization', ({ fastify }) => {
  fastify.addHook('preHandler', async ({ headers: { stray } }) => {
    if (stray !== undefined) await pool.query(stray);
  });
});
