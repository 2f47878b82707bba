import { Color } from './color.js';

describe('A colour', () => {
  it('is accepted in either case and kept in lower case', () => {
    expect(Color.parse('#3B82F6')).toBe('#3b82f6');
    expect(Color.parse('#000000')).toBe('#000000');
    expect(Color.parse('#FfFfFf')).toBe('#ffffff');
  });

  it.each(['', '#', '3b82f6', '#3b82f', '#3b82f60', '#3b82fg', '#fff', ' #3b82f6', '#3b82f6\n', '#３b82f6'])(
    'is not %j',
    (text) => {
      expect(Color.parse(text)).toBeUndefined();
    },
  );

  it('is indigo when nobody chooses', () => {
    expect(Color.default).toBe('#6366f1');
  });
});
