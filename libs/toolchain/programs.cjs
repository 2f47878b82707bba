'use strict';
const { accessSync, constants } = require('node:fs');
const path = require('node:path');

/**
 * Programs that a machine can lack, by the word in the names of their suites: `*.redis.*` runs in the deep tier where `redis-server` is on the
 * search path. PyPI has hadolint, schemathesis and squawk (`requirements.txt`), Debian the others.
 */
const PROGRAMS = {
  caddy: 'caddy',
  firefox: 'firefox-esr',
  haproxy: 'haproxy',
  libreoffice: 'soffice',
  nginx: 'nginx',
  pgbouncer: 'pgbouncer',
  // It must be started as root.
  postfix: 'postfix',
  promtool: 'promtool',
  redis: 'redis-server',
  hadolint: 'hadolint',
  schemathesis: 'schemathesis',
  squawk: 'squawk',
  webkit: 'WebKitWebDriver',
  xvfb: 'Xvfb',
};

/** Servers that only their addresses make reachable, by the word in the names of their suites: the variables that have them. */
const SERVERS = { 'strict-s3': 'TEST_S3', 'oldest-postgres': 'TEST_OLDEST_DATABASE_URL' };

/** Debian keeps servers where the search path of an ordinary user does not lead. */
process.env.PATH = [process.env.PATH, '/usr/sbin', '/usr/local/sbin'].join(path.delimiter);

/** True when the search path leads to the program, or when it is the path of one. */
function isThere(program) {
  const places = path.isAbsolute(program) ? [''] : process.env.PATH.split(path.delimiter).filter(Boolean);
  return places.some((folder) => {
    try {
      accessSync(path.join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

module.exports = { PROGRAMS, SERVERS, isThere };
