/*
 * A transformer of jest: compiles by another one, which its options name, but one source file with one place replaced. WITHOUT_GUARD is the
 * place as JSON: `{file, from, to}`, with the absolute path of the file.
 */
'use strict';

const { file, from, to } = JSON.parse(process.env.WITHOUT_GUARD);

const edited = (source, name) => (name === file ? source.replace(from, () => to) : source);

module.exports = {
  createTransformer({ compiler: name, options }) {
    const compiler = require(name).createTransformer(options);
    return {
      canInstrument: compiler.canInstrument,
      process: (source, name, ...rest) => compiler.process(edited(source, name), name, ...rest),
      getCacheKey: (source, name, ...rest) => compiler.getCacheKey(edited(source, name), name, ...rest),
    };
  },
};
