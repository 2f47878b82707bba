'use strict';

// Suites import undici from here: see loaded-once.cjs.
module.exports = globalThis.LOADED_ONCE.undici;
