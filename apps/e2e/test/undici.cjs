'use strict';

// Suites import undici from here: see environment.cjs.
module.exports = globalThis.LOADED_ONCE.undici;
