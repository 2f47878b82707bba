import { altOf, settledEdit, withAddresses, withFiles, withoutLostFiles } from './new-files.js';

const NAME = 'new-0000000a';
const LINK = `![a](attachment:${NAME})`;

describe('Files that are put into a text', () => {
  it('stand at the selection, images as images, under names of their own', () => {
    const names: string[] = [];
    const files = [
      new File(['x'], 'a.png', { type: 'image/png' }),
      new File(['x'], 'b.svg', { type: 'image/svg+xml' }),
    ];
    const { from, to, text, start } = withFiles({ text: 'one two', start: 3, end: 7 }, files, (_, name) => {
      names.push(name);
      return undefined;
    });
    expect({ from, to, start }).toEqual({ from: 3, to: 7, start: 3 + text.length });
    expect(text).toBe(` ![a.png](attachment:${names[0]})\n[b.svg](attachment:${names[1]})`);
    expect(new Set(names).size).toBe(2);
  });

  it.each([
    ['a.png', 'a.png'],
    ['a](javascript:x) ![b.png', 'a (javascript:x) b.png'],
    ['a\nb\u202ec.png', 'a b c.png'],
    ['`a*b|c`<d>&amp;.png', 'a b c d amp;.png'],
    ['[]', 'file'],
    ['x'.repeat(300), 'x'.repeat(80)],
  ])('with the name %j have the words %j', (name, words) => {
    expect(altOf(name)).toBe(words);
  });

  it.each([
    [
      'is replaced, and the caret after it moves along',
      `a ${LINK} b`,
      'attachment:1#2x3',
      'a ![a](attachment:1#2x3) b',
      3,
    ],
    ['leaves the text when it is refused', `a ${LINK} b`, null, 'a  b', 3],
    ['is replaced where its words were changed away', `a attachment:${NAME} b`, 'attachment:1', 'a attachment:1 b', 3],
  ])('%s', (_, text, address, result, fromEnd) => {
    const end = text.length - 2;
    const edit = settledEdit({ text, start: end, end }, new Map([[NAME, address]]))!;
    const now = text.slice(0, edit.from) + edit.text + text.slice(edit.to);
    expect(now).toBe(result);
    expect(now.length - edit.start).toBe(fromEnd - 1);
  });

  it('stay as they are while they are being sent', () => {
    expect(settledEdit({ text: LINK, start: 0, end: 0 }, new Map())).toBeUndefined();
  });

  it('are their words alone once the page that had them is gone', () => {
    const sent = new Promise<string | null>(() => undefined);
    const { text } = withFiles({ text: '', start: 0, end: 0 }, [new File(['x'], 'mine.pdf')], () => sent);
    expect(withoutLostFiles(`${LINK} and ${text}`)).toBe(`a and ${text}`);
    expect(withoutLostFiles(LINK, (name) => name === NAME)).toBe(LINK);
  });

  it('get their addresses together, and leave their words where there is none', () => {
    const other = '[b](attachment:new-0000000b)';
    expect(withAddresses(`${LINK} ${other}`, (name) => (name === NAME ? 'attachment:$&' : undefined))).toBe(
      '![a](attachment:$&) b',
    );
  });
});
