import { fingerprintOf } from './fingerprint.js';

const hex = (parts: unknown) => fingerprintOf(parts).toString('hex');

describe('The identity of a request', () => {
  it('does not depend on the order of members, at any depth', () => {
    expect(hex({ a: 1, b: { c: 2, d: [3] } })).toBe(hex({ b: { d: [3], c: 2 }, a: 1 }));
  });

  it('takes an absent member and an undefined one as the same, and null as another', () => {
    expect(hex({ a: 1, b: undefined })).toBe(hex({ a: 1 }));
    expect(hex({ a: 1, b: null })).not.toBe(hex({ a: 1 }));
  });

  it('takes an instant by its value', () => {
    expect(hex({ at: new Date(5) })).toBe(hex({ at: new Date(5) }));
    expect(hex({ at: new Date(5) })).not.toBe(hex({ at: new Date(6) }));
  });

  it('depends on the order of elements, and on every value', () => {
    expect(hex([1, 2])).not.toBe(hex([2, 1]));
    expect(hex({ a: '1' })).not.toBe(hex({ a: 1 }));
  });
});
