import Sequencer from './test/sequencer.cjs';

const sizes = new Map();
/** A test as jest gives it to a sequencer. */
const test = (path, size = 100) => {
  sizes.set(path, size);
  return { path, context: { config: {}, hasteFS: { getSize: (file) => sizes.get(file) ?? 0 } } };
};

const sorted = (tests) => {
  const sequencer = new Sequencer({ contexts: [], globalConfig: {} });
  sequencer._getCache = () => ({});
  return sequencer.sort(tests).map(({ path }) => path);
};

describe('The order of the suites', () => {
  it('begins with those that take longest, then with the largest', () => {
    const paths = [
      '/packages/a/small.spec.ts',
      '/packages/a/large.spec.ts',
      '/packages/a/work-item/tree-races.spec.ts',
    ];
    expect(sorted(paths.map((path, n) => test(path, n * 10)))).toEqual([paths[2], paths[1], paths[0]]);
  });

  it('spreads those that wait over the whole run', () => {
    const waiting = Array.from({ length: 10 }, (_, n) => `/apps/e2e/src/tasks/${n}.e2e.ts`);
    const computing = Array.from({ length: 90 }, (_, n) => `/packages/domain/src/${n}.spec.ts`);
    const order = sorted([...waiting, ...computing].map((path) => test(path)));
    expect([...order].sort()).toEqual([...waiting, ...computing].sort());
    const tenths = Array.from({ length: 10 }, (_, n) => order.slice(n * 10, n * 10 + 10));
    expect(tenths.map((paths) => paths.filter((path) => waiting.includes(path)).length)).toEqual(Array(10).fill(1));
  });

  it('loses none when none waits, or all do', () => {
    expect(sorted([test('/packages/domain/src/a.spec.ts')])).toHaveLength(1);
    expect(sorted([test('/apps/e2e/src/server/a.e2e.ts')])).toHaveLength(1);
    expect(sorted([])).toEqual([]);
  });
});
