import { createRequire } from 'node:module';
import { createContext } from 'node:vm';

const { compileOnce } = createRequire(import.meta.url)('./compile-once.cjs');

const filename = '/a/module.js';
const SOURCE =
  '"use strict"; let calls = 0;\nexports.next = () => (calls += 1);\nexports.fail = () => { throw new Error(word); };';

let plain;
let compile;
beforeEach(() => {
  plain = jest.fn(() => 'compiled plainly');
  compile = compileOnce(plain);
});

/** Loads the module in a context with this global `word`. */
function loadIn(word, source = SOURCE, parameters = ['exports']) {
  const exports = {};
  compile(source, parameters, { filename, parsingContext: createContext({ word }) })(exports);
  return exports;
}

describe('A module that is compiled once', () => {
  it('has a state of its own in each context', () => {
    const [one, other] = [loadIn('one'), loadIn('other')];
    expect([one.next(), one.next(), other.next()]).toEqual([1, 2, 1]);
  });

  it('sees the globals of its context', () => {
    const [one, other] = [loadIn('one'), loadIn('other')];
    expect(() => one.fail()).toThrow(expect.objectContaining({ message: 'one' }));
    expect(() => other.fail()).toThrow(expect.objectContaining({ message: 'other' }));
  });

  it('reports the lines and columns of its source', () => {
    const stackOf = (source) => {
      try {
        loadIn('one', source).fail();
      } catch ({ stack }) {
        return stack;
      }
    };
    expect(stackOf(SOURCE)).toContain(`${filename}:3:30`);
    expect(stackOf('exports.fail = () => { throw new Error(word); };')).toContain(`${filename}:1:30`);
  });

  it('is compiled again when its source or its parameters changed', () => {
    expect(loadIn('one').next()).toBe(1);
    expect(loadIn('one', 'exports.next = () => "changed";').next()).toBe('changed');
    expect(loadIn('one', 'module.next = () => "renamed";', ['module']).next()).toBe('renamed');
  });

  it('is refused for a wrong syntax, in each context', () => {
    for (const word of ['one', 'other']) {
      expect(() => loadIn(word, 'exports.next = ;')).toThrow(expect.objectContaining({ name: 'SyntaxError' }));
    }
  });

  it('is compiled plainly without a file name, without a context, or with other options', () => {
    const parsingContext = createContext({});
    for (const options of [{ parsingContext }, { filename }, { filename, parsingContext, produceCachedData: true }]) {
      expect(compile(SOURCE, [], options)).toBe('compiled plainly');
      expect(plain).toHaveBeenLastCalledWith(SOURCE, [], options);
    }
  });
});
