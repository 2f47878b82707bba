/*
 * Loaded into a server and into the task host by `--require`. Writes each SQL text that the process sends as the application role, once,
 * into a file of the folder that SENT_STATEMENTS names: a line of JSON, `{name, text}`, without a name where the statement has none. What
 * the owner of the database sends, such as a migration, is about all rows, and is not written.
 */
'use strict';
const { createHash } = require('node:crypto');
const { appendFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { Client } = require('pg');

const APPLICATION = /(?:^|\s)-c role=worktrack_app(?:\s|$)/;

const file = path.join(process.env.SENT_STATEMENTS, String(process.pid));
writeFileSync(file, '');

/** The digests of the texts that were written: the texts of queries are without bound. */
const written = new Set();
/** The texts of statements with a name. They are few, and sent most often. */
const named = new Map();

function write(name, text) {
  if (name !== undefined && named.get(name) === text) return;
  if (name !== undefined) named.set(name, text);
  const digest = createHash('sha1').update(text).digest('base64');
  if (written.has(digest)) return;
  written.add(digest);
  appendFileSync(file, `${JSON.stringify({ name, text })}\n`);
}

/** The statements of a query of the driver: one, or those of a batch of the engine. */
function statementsOf(query) {
  if (typeof query === 'string') return [{ text: query }];
  return query.statements?.map(({ statement }) => statement) ?? [query];
}

const { query } = Client.prototype;
Client.prototype.query = function queryThatIsWritten(config, ...rest) {
  if (APPLICATION.test(this.connectionParameters.options ?? '')) {
    for (const { name, text } of statementsOf(config)) write(name || undefined, text);
  }
  return query.call(this, config, ...rest);
};
