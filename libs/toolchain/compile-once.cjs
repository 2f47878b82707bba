'use strict';
const vm = require('node:vm');

/** Options of `vm.compileFunction` that jest gives. With others, nothing is kept. */
const KNOWN = ['filename', 'parsingContext', 'importModuleDynamically'];

/**
 * Returns a `vm.compileFunction` that compiles each file once, whatever the context. Jest gives each suite a context of its own and
 * compiles all modules of the suite for it. A script runs in any context, and keeps what earlier suites have compiled when they called it.
 * @param compileFunction compiles what cannot be kept
 */
exports.compileOnce = (compileFunction) => {
  /** By file name: the source, the names of the parameters, and the script that makes the function. */
  const kept = new Map();
  return (source, parameters = [], options = {}) => {
    const { filename, parsingContext, importModuleDynamically } = options;
    if (!filename || !parsingContext || Object.keys(options).some((name) => !KNOWN.includes(name))) {
      return compileFunction(source, parameters, options);
    }
    const head = `(function (${parameters.join(', ')}) {`;
    let known = kept.get(filename);
    if (known?.source !== source || known.head !== head) {
      // Lines and columns stay those of the source.
      const place = { filename, columnOffset: -head.length };
      known = { source, head, script: new vm.Script(`${head}${source}\n})`, { ...place, importModuleDynamically }) };
      kept.set(filename, known);
    }
    return known.script.runInContext(parsingContext);
  };
};
