import { completed, openWordAt, readQuickItem, type Directory } from './quick-add.js';

const directory: Directory = {
  people: [
    { id: 'ada', name: 'Ada Lovelace', username: 'ada' },
    { id: 'adam', name: 'Adam Ant', username: null },
    { id: 'grace', name: 'Grace Hopper', username: 'hopper' },
    { id: 'jose', name: 'José Martí', username: null },
    { id: 'eve1', name: 'Eve One', username: null },
    { id: 'eve2', name: 'Eve Two', username: null },
  ],
  labels: [
    { id: 'l1', name: 'outdoors' },
    { id: 'l2', name: 'big door' },
  ],
};
const read = (line: string) => {
  const { assignee, labels, ...rest } = readQuickItem(line, directory);
  return { ...rest, assignee: assignee?.id, labels: labels.map(({ id }) => id) };
};
const NOTHING = { priority: undefined, assignee: undefined, labels: [], storyPoints: undefined, problems: [] };

describe('A line of quick add', () => {
  it('has a title, a priority, an assignee, labels and points, in any order', () => {
    const item = { priority: 'high', assignee: 'ada', labels: ['l1', 'l2'], storyPoints: 5, problems: [] };
    expect(read('Paint the door !high @ada #outdoors #big-door 5p')).toEqual({ title: 'Paint the door', ...item });
    expect(read('5p #outdoors Paint @ADA  the #Big-Door door !HIGH')).toEqual({ title: 'Paint the door', ...item });
  });

  it('names people by username, by the whole name or by the first name, without regard to case and marks', () => {
    for (const [word, id] of [
      ['@hopper', 'grace'],
      ['@grace', 'grace'],
      ['@Grace-Hopper', 'grace'],
      ['@jose', 'jose'],
      ['@adam', 'adam'],
    ] as const) {
      expect(read(`Do it ${word}`)).toEqual({ ...NOTHING, title: 'Do it', assignee: id });
    }
  });

  it('keeps a word that names nothing in the title, and says so', () => {
    expect(read('Fix !soon @zoe #indoors')).toEqual({
      ...NOTHING,
      title: 'Fix !soon @zoe #indoors',
      problems: [
        '!soon is no priority. There are: low, medium, high, urgent.',
        '@zoe is nobody in this Organization.',
        '#indoors is no label of this Project.',
      ],
    });
    expect(read('Ask @eve').problems).toEqual(['@eve are 2 people: choose one.']);
  });

  it('keeps signs without a word, signs inside words and other numbers in the title', () => {
    for (const title of ['C# & F#!', 'Mail a@b.example', '3 p of 100', 'Sell # 1 !', '1234567p', '100001p']) {
      expect(read(title)).toEqual({ ...NOTHING, title });
    }
    expect(read('0p Nothing to do')).toEqual({ ...NOTHING, title: 'Nothing to do', storyPoints: 0 });
  });

  it('needs a title of at most 500 characters', () => {
    expect(read('!high 5p').problems).toEqual(['The title is missing.']);
    expect(read('').problems).toEqual(['The title is missing.']);
    expect(read('x'.repeat(500)).problems).toEqual([]);
    expect(read('x'.repeat(501)).problems).toEqual(['The title is longer than 500 characters.']);
  });
});

describe('The word at the caret', () => {
  it('is open when it begins with a sign', () => {
    expect(openWordAt('Paint @a', 8)).toEqual({ sign: '@', text: 'a', start: 6 });
    expect(openWordAt('Paint @ada #', 12)).toEqual({ sign: '#', text: '', start: 11 });
    expect(openWordAt('!', 1)).toEqual({ sign: '!', text: '', start: 0 });
    expect(openWordAt('Paint @ada', 8)).toEqual({ sign: '@', text: 'a', start: 6 });
  });

  it('is none after a space, without a sign, and in an empty line', () => {
    for (const line of ['Paint @ada ', 'Paint', '', 'a@b']) expect(openWordAt(line, line.length)).toBeUndefined();
  });

  it('is completed with a space after it, wherever it stands', () => {
    const complete = (line: string, caret: number, word: string) => completed(line, openWordAt(line, caret)!, word);
    expect(complete('Paint @a', 8, 'ada')).toEqual({ line: 'Paint @ada ', caret: 11 });
    expect(complete('Paint @a the door', 8, 'ada')).toEqual({ line: 'Paint @ada the door', caret: 11 });
    expect(complete('@xy z', 2, 'ada')).toEqual({ line: '@ada z', caret: 5 });
  });
});
