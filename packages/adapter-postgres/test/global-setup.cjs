'use strict';
const { Client } = require('pg');

/** The migrated databases that suites copy (`test-database.ts`, `apps/server/test/scratch-database.ts`). */
const TEMPLATES = ['test_template', 'server_template'];

/** Uses the cluster that TEST_DATABASE_URL names (as its superuser), without the templates of an earlier run, or starts one for this run. */
module.exports = async function globalSetup() {
  if (process.env.TEST_DATABASE_URL) return removeTemplates();
  const { startThrowawayPostgres } = require('@worktrack/embedded-postgres');
  const settings = { max_connections: '300', 'worktrack.allow_unsafe': 'on' };
  const server = await startThrowawayPostgres({ settings, socket: true });
  process.env.TEST_DATABASE_URL = server.url;
  globalThis.throwawayPostgres = server;
};

async function removeTemplates() {
  const client = new Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  try {
    for (const name of TEMPLATES) await client.query(`drop database if exists ${name}`);
  } finally {
    await client.end();
  }
}
