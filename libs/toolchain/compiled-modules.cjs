/*
 * Keeps the modules that a program loads in one file: where each is found, its source, and the code that V8 made of it. A program that
 * takes its modules from the file neither searches nor compiles them, which is more than half of the processor time of its start.
 * Newer Nodes keep code themselves (`module.enableCompileCache`); Node 20 does not.
 */
'use strict';
const { closeSync, openSync, readSync, renameSync, statSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const vm = require('node:vm');

/** Modules with such code are compiled as usual: a script whose code comes from a file cannot import on Node 20. */
const IMPORT = /\bimport\s*\(/;
/** Bytes of the length of the index. The file is this length, the index as JSON, then sources and code. */
const LENGTH = 4;

const resolve = Module._resolveFilename;
const load = Module._extensions['.js'];
const compile = Module.prototype._compile;

const placeKeyOf = (request, parent) => `${parent.path}\0${request}`;
const isUsual = (parent, isMain, options) => !isMain && options === undefined && parent?.path !== undefined;

/** Changes when the file is written, or replaced. */
function stampOf(filename) {
  const { size, mtimeMs } = statSync(filename);
  return `${size} ${mtimeMs}`;
}

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

/** Reads pieces of a file. It stays open, so that these modules are found when a later one replaces it. */
class Pieces {
  constructor(file) {
    this.descriptor = openSync(file);
    this.start = LENGTH + this.read(0, LENGTH).readUInt32LE(0);
    this.index = JSON.parse(this.read(LENGTH, this.start).toString());
  }

  /** Reads a piece of what follows the index. */
  part(from, to) {
    return this.read(this.start + from, this.start + to);
  }

  close() {
    closeSync(this.descriptor);
  }

  read(from, to) {
    const bytes = Buffer.allocUnsafeSlow(to - from);
    if (readSync(this.descriptor, bytes, 0, to - from, from) < to - from) throw new Error('The file is too short.');
    return bytes;
  }
}

function openPieces(file) {
  try {
    return new Pieces(file);
  } catch {
    return undefined;
  }
}

/**
 * From now on this process takes the modules of the file from there. Returns false, and changes nothing, where there is no whole file, or
 * where it was written under another key.
 * @param options.key names all that decides where modules are found
 * @param options.checked false where a module of the file counts although its source was changed
 */
function useCompiledModules(file, { key, checked = true }) {
  const pieces = openPieces(file);
  if (pieces?.index.key !== key) {
    pieces?.close();
    return false;
  }
  const places = new Map(pieces.index.places);
  const modules = new Map(pieces.index.modules);
  Module._resolveFilename = (request, parent, isMain, options) => {
    const known = isUsual(parent, isMain, options) ? places.get(placeKeyOf(request, parent)) : undefined;
    return known ?? resolve.call(Module, request, parent, isMain, options);
  };
  Module._extensions['.js'] = (module, filename) => {
    const known = modules.get(filename);
    if (known === undefined || (checked && known.stamp !== stampOf(filename))) return load(module, filename);
    const source = pieces.part(known.from, known.middle).toString(known.encoding);
    const cachedData = pieces.part(known.middle, known.to);
    return run(new vm.Script(source, { filename, cachedData }), module, filename);
  };
  return true;
}

/** From now on this process notes the modules that it loads. Returns a function that writes them to a file, under a key. */
function noteModules() {
  const places = new Map();
  const modules = new Map();
  Module._resolveFilename = (request, parent, isMain, options) => {
    const place = resolve.call(Module, request, parent, isMain, options);
    if (isUsual(parent, isMain, options) && path.isAbsolute(place)) places.set(placeKeyOf(request, parent), place);
    return place;
  };
  Module.prototype._compile = function (content, filename, format) {
    const isScript = path.isAbsolute(filename) && this !== process.mainModule && format !== 'module';
    if (!isScript || IMPORT.test(content)) return compile.call(this, content, filename, format);
    const source = Module.wrap(content);
    const script = new vm.Script(source, { filename });
    modules.set(filename, { source, script, stamp: stampOf(filename) });
    return run(script, this, filename);
  };
  return (file, key) => write(file, { key, places, modules });
}

function write(file, { key, places, modules }) {
  const parts = [];
  let length = 0;
  const add = (bytes) => {
    parts.push(bytes);
    length += bytes.length;
    return length;
  };
  const index = { key, places: [...places], modules: [] };
  for (const [filename, { source, script, stamp }] of modules) {
    // Shorter, and read faster.
    const encoding = /^[\0-\xff]*$/.test(source) ? 'latin1' : 'utf8';
    const from = length;
    const middle = add(Buffer.from(source, encoding));
    index.modules.push([filename, { stamp, encoding, from, middle, to: add(script.createCachedData()) }]);
  }
  const head = Buffer.from(JSON.stringify(index));
  const size = Buffer.alloc(LENGTH);
  size.writeUInt32LE(head.length);
  // A file of that name is always complete.
  const begun = `${file}.${process.pid}`;
  writeFileSync(begun, Buffer.concat([size, head, ...parts]), { mode: 0o600 });
  renameSync(begun, file);
}

module.exports = { useCompiledModules, noteModules };
