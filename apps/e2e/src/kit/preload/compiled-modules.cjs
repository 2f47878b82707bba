/*
 * Loaded into a server by `--require`. COMPILED_MODULES names a file with all modules that a server loads: where each is found, its source,
 * and the code that V8 made of it. A server that finds the file takes its modules from there; else it writes the file when it gets SIGUSR2.
 * To find, read and compile 2,500 modules is almost half of the processor time of a server that answers a few requests.
 */
'use strict';
const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const vm = require('node:vm');

const file = process.env.COMPILED_MODULES;
/** Modules with such code are compiled as usual: a script whose code comes from a file cannot import on Node 20. */
const IMPORT = /\bimport\s*\(/;
/** Bytes of the length of the index. The file is this length, the index as JSON, then sources and code. */
const LENGTH = 4;

const resolve = Module._resolveFilename;
const load = Module._extensions['.js'];
const compile = Module.prototype._compile;

/** The paths of what is required, by the folder of the requiring module and the name that it requires. */
let places = new Map();
/** By path: in the server that writes the file, `{source, script}`; in others, where the source and the code are in the file. */
let modules = new Map();

const keyOf = (request, parent) => `${parent.path}\0${request}`;
const isUsual = (parent, isMain, options) => !isMain && options === undefined && parent?.path !== undefined;

/** Runs a module by a script, with the `require` that Node gives to modules. */
function run(script, module, filename) {
  const require = (id) => module.require(id);
  require.resolve = (request, options) => Module._resolveFilename(request, module, false, options);
  require.resolve.paths = (request) => Module._resolveLookupPaths(request, module);
  require.main = process.mainModule;
  require.extensions = Module._extensions;
  require.cache = Module._cache;
  const { exports } = module;
  return script.runInThisContext().call(exports, exports, require, module, filename, path.dirname(filename));
}

function useFile() {
  const bytes = readFileSync(file);
  const start = LENGTH + bytes.readUInt32LE(0);
  const index = JSON.parse(bytes.toString('utf8', LENGTH, start));
  places = new Map(index.places);
  modules = new Map(index.modules);
  Module._resolveFilename = (request, parent, isMain, options) => {
    const known = isUsual(parent, isMain, options) ? places.get(keyOf(request, parent)) : undefined;
    return known ?? resolve.call(Module, request, parent, isMain, options);
  };
  Module._extensions['.js'] = (module, filename) => {
    const known = modules.get(filename);
    if (known === undefined) return load(module, filename);
    const [encoding, from, middle, to] = known;
    const source = bytes.toString(encoding, start + from, start + middle);
    const cachedData = bytes.subarray(start + middle, start + to);
    return run(new vm.Script(source, { filename, cachedData }), module, filename);
  };
}

function writeFileAtSignal() {
  Module._resolveFilename = (request, parent, isMain, options) => {
    const place = resolve.call(Module, request, parent, isMain, options);
    if (isUsual(parent, isMain, options) && path.isAbsolute(place)) places.set(keyOf(request, parent), place);
    return place;
  };
  Module.prototype._compile = function (content, filename, format) {
    const isScript = path.isAbsolute(filename) && this !== process.mainModule && format !== 'module';
    if (!isScript || IMPORT.test(content)) return compile.call(this, content, filename, format);
    const source = Module.wrap(content);
    const script = new vm.Script(source, { filename });
    modules.set(filename, { source, script });
    return run(script, this, filename);
  };
  process.once('SIGUSR2', write);
}

function write() {
  const parts = [];
  let length = 0;
  const add = (bytes) => {
    parts.push(bytes);
    length += bytes.length;
    return length;
  };
  const index = { places: [...places], modules: [] };
  for (const [filename, { source, script }] of modules) {
    // Shorter, and read faster.
    const encoding = /^[\0-\xff]*$/.test(source) ? 'latin1' : 'utf8';
    const from = length;
    index.modules.push([
      filename,
      [encoding, from, add(Buffer.from(source, encoding)), add(script.createCachedData())],
    ]);
  }
  const head = Buffer.from(JSON.stringify(index));
  const size = Buffer.alloc(LENGTH);
  size.writeUInt32LE(head.length);
  // A file of that name is always complete.
  writeFileSync(`${file}.begun`, Buffer.concat([size, head, ...parts]), { mode: 0o600 });
  renameSync(`${file}.begun`, file);
}

if (existsSync(file)) useFile();
else writeFileAtSignal();
