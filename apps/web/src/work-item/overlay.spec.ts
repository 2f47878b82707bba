import { Overlay } from './overlay.js';

describe('An overlay', () => {
  it('puts a layer over the Work Items that are named, in the place of the one before', () => {
    const overlay = new Overlay<string>();
    overlay.put(['a', 'b'], 'first');
    overlay.put(['b'], 'second');
    expect([...overlay.all]).toEqual([
      ['a', 'first'],
      ['b', 'second'],
    ]);
  });

  it('takes a layer away, and leaves the others', () => {
    const overlay = new Overlay<string>();
    overlay.put(['a', 'b'], 'first');
    const before = overlay.all;
    overlay.put(['a', 'c'], undefined);
    expect(overlay.of('a')).toBeUndefined();
    expect(overlay.of('b')).toBe('first');
    expect(before.get('a')).toBe('first');
  });
});
