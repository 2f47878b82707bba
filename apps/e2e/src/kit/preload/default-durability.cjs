/*
 * Loaded into a server by `--require`: takes away `synchronous_commit` from the settings of its connections, so that each of them has that
 * of the cluster. It shows that tests of durability see a loss.
 */
'use strict';
const { Client } = require('pg');

const { connect } = Client.prototype;
Client.prototype.connect = function connectWithDefaults(...rest) {
  const { connectionParameters } = this;
  connectionParameters.options = connectionParameters.options?.replace(/ ?-c synchronous_commit=\w+/g, '');
  return connect.apply(this, rest);
};
