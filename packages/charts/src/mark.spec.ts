import { mark, toSvg, written } from './mark.js';

describe('A number in a drawing', () => {
  it.each([
    [0, '0'],
    [-0, '0'],
    [-0.001, '0'],
    [1.005, '1'],
    [2.345_6, '2.35'],
    [-12.5, '-12.5'],
    [1e-9, '0'],
    [123_456_789, '123456789'],
  ])('%d is written as %s', (value, text) => {
    expect(written(value)).toBe(text);
  });

  it.each([NaN, Infinity, -Infinity, 1e21])('%d is an error', (value) => {
    expect(() => written(value)).toThrow(RangeError);
    expect(() => toSvg(mark('rect', { x: value }))).toThrow(RangeError);
  });
});

describe('A mark as text', () => {
  it('has its attributes in one order', () => {
    expect(toSvg(mark('rect', { y: 1, x: 2 }))).toBe('<rect x="2" y="1"/>');
    expect(toSvg(mark('rect', { x: 2, y: 1 }))).toBe('<rect x="2" y="1"/>');
  });

  it('has its children in their order', () => {
    expect(toSvg(mark('g', {}, mark('text', {}, mark('title', {}, 'whole'), 'who…')))).toBe(
      '<g><text><title>whole</title>who…</text></g>',
    );
  });

  it('escapes texts and attributes', () => {
    expect(toSvg(mark('text', { fill: `<&>"'\t\n\r` }, `<&>"'`))).toBe(
      '<text fill="&lt;&amp;&gt;&quot;&apos;&#9;&#10;&#13;">&lt;&amp;&gt;&quot;&apos;</text>',
    );
  });

  it('replaces what XML forbids', () => {
    expect(toSvg(mark('text', {}, 'a\u0000b\u001Fc\uFFFEd\uD800e'))).toBe('<text>a\uFFFDb\uFFFDc\uFFFDd\uFFFDe</text>');
    expect(toSvg(mark('text', {}, '😀 é 日'))).toBe('<text>😀 é 日</text>');
  });
});
