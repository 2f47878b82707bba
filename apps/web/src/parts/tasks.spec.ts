import { tasksIn, ticked } from './tasks.js';

const TEXT = 'Door:\n\n- [ ] sand\n  1. [x] paint\n> * [ ] sand\n\n```\n- [ ] no task\n```\n- [ ]\n- [ ] oil  ';

describe('The tasks of a text', () => {
  it('are those of lists and quotes, and none in code', () => {
    expect(tasksIn(TEXT).map(({ text, nth, of }) => [text, nth, of])).toEqual([
      ['sand', 0, 2],
      ['paint', 0, 1],
      ['sand', 1, 2],
      ['oil', 0, 1],
    ]);
  });

  it('are ticked one by one: nothing else of the text changes', () => {
    expect(ticked(TEXT, { text: 'sand', nth: 1, of: 2 }, true)).toBe(TEXT.replace('* [ ] sand', '* [x] sand'));
    expect(ticked(TEXT, { text: 'paint', nth: 0, of: 1 }, false)).toBe(TEXT.replace('[x]', '[ ]'));
  });

  it('are found again where the text changed around them, and not where it is uncertain which one was meant', () => {
    const sand = { text: 'sand', nth: 0, of: 1 };
    expect(ticked('New first line\n\n- [x] oil\n- [ ] sand', sand, true)).toBe(
      'New first line\n\n- [x] oil\n- [x] sand',
    );
    expect(ticked('- [ ] sand it', sand, true)).toBeUndefined();
    expect(ticked('- [ ] sand\n- [ ] sand', sand, true)).toBeUndefined();
  });
});
