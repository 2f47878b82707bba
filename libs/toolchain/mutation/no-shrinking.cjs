'use strict';
const fc = require('fast-check');

// A mutant is seen by the first counterexample. Looking for a shorter one may take longer than all other tests.
fc.configureGlobal({ endOnFailure: true });
