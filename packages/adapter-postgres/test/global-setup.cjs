'use strict';
const { randomBytes } = require('node:crypto');

/** Uses the cluster that TEST_DATABASE_URL names (as its superuser), or starts one for this run. */
module.exports = async function globalSetup() {
  process.env.TEST_RUN_ID = randomBytes(6).toString('hex');
  if (process.env.TEST_DATABASE_URL) return;
  const { startThrowawayPostgres } = require('@worktrack/embedded-postgres');
  const settings = { max_connections: '300', 'worktrack.allow_unsafe': 'on' };
  const server = await startThrowawayPostgres({ settings, socket: true });
  process.env.TEST_DATABASE_URL = server.url;
  globalThis.throwawayPostgres = server;
};
