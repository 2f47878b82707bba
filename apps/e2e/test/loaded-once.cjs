'use strict';
const path = require('node:path');
const undici = require('undici');

/** Loads what is built: no transform of jest reaches this file. */
const built = (name) => require(path.join(__dirname, '..', 'dist', 'kit', name));
const { ResponseChecker } = built('response-checker.js');
const { theRun } = built('run.js');

let checker;

/*
 * Each suite gets what its worker has loaded once: the HTTP client, the checker with the schemas that it compiled for earlier suites, and
 * the browser. In jest's sandbox every suite would load and compile them again, which took half of the time of a worker.
 */
exports.undici = undici;
exports.responseChecker = () => (checker ??= new ResponseChecker(theRun()));
exports.sharedBrowser = () => require('./shared-browser.cjs');
