'use strict';

module.exports = () => globalThis.throwawayPostgres?.leave();
