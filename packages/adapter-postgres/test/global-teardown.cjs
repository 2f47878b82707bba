'use strict';

module.exports = async function globalTeardown() {
  await globalThis.throwawayPostgres?.leave();
};
