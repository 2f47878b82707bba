'use strict';
const { Client } = require('pg');

module.exports = async function globalTeardown() {
  if (globalThis.throwawayPostgres) return globalThis.throwawayPostgres.leave();
  const client = new Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  try {
    await client.query(`drop database if exists test_template_${process.env.TEST_RUN_ID}`);
  } finally {
    await client.end();
  }
};
