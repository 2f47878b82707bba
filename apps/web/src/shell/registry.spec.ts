import { KeySequences, nameOf, shownKeys } from './keys.js';
import { Registry, type Command } from './registry.js';

const command = (more: Partial<Command> & { id: string }): Command => ({
  name: more.id,
  keys: [],
  when: 'everywhere',
  run: () => undefined,
  holds: () => true,
  repeats: false,
  isHidden: false,
  ...more,
});

describe('The registry of commands', () => {
  it.each([
    ['the same key', ['c'], ['c']],
    ['one of several keys', ['c', 'n'], ['x', 'n']],
    ['a key that begins a sequence of the other', ['g'], ['g m']],
    ['a sequence that begins with a key of the other', ['g m'], ['g']],
  ])('refuses two commands of one place with %s', (_what, first, second) => {
    const registry = new Registry();
    registry.add([command({ id: 'first', keys: first, when: 'list' })]);
    expect(() => registry.add([command({ id: 'second', keys: second, when: 'list' })])).toThrow(
      'second and first both want',
    );
    expect(registry.commands.map(({ id }) => id)).toEqual(['first']);
  });

  it('refuses them when they are added together too, and two with one id', () => {
    const registry = new Registry();
    expect(() => registry.add([command({ id: 'a', keys: ['c'] }), command({ id: 'b', keys: ['c'] })])).toThrow(
      'b and a',
    );
    expect(() => registry.add([command({ id: 'a' }), command({ id: 'a' })])).toThrow('two commands with the id a');
    expect(registry.commands).toEqual([]);
  });

  it('lets different places use one key: the place goes before everywhere', () => {
    const registry = new Registry();
    registry.add([command({ id: 'everywhere', keys: ['c'] })]);
    const remove = registry.add([command({ id: 'in the list', keys: ['c'], when: 'list' })]);
    expect(registry.find('c')?.id).toBe('in the list');
    remove();
    expect(registry.find('c')?.id).toBe('everywhere');
  });

  it('goes from place to place in one order, whatever was registered first', () => {
    const registry = new Registry();
    registry.add([command({ id: 'of the item', keys: ['s'], when: 'item' })]);
    registry.add([command({ id: 'of the board', keys: ['s'], when: 'board' })]);
    registry.add([command({ id: 'of the list', keys: ['s'], when: 'list' })]);
    expect(registry.find('s')?.id).toBe('of the board');
  });

  it('passes over a command that holds for nothing now', () => {
    const registry = new Registry();
    let card = true;
    registry.add([command({ id: 'of the item', keys: ['s'], when: 'item' })]);
    registry.add([command({ id: 'of the board', keys: ['s'], when: 'board', holds: () => card })]);
    expect(registry.find('s')?.id).toBe('of the board');
    card = false;
    expect(registry.find('s')?.id).toBe('of the item');
  });

  it('frees keys and ids when the commands are removed', () => {
    const registry = new Registry();
    registry.add([command({ id: 'a', keys: ['c'] })])();
    registry.add([command({ id: 'a', keys: ['c'] })]);
    expect(registry.commands).toHaveLength(1);
  });
});

describe('Keys', () => {
  const press = (key: string, more: Partial<Parameters<typeof nameOf>[0]> = {}) => ({
    key,
    code: '',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    repeat: false,
    ...more,
  });

  function keyboard() {
    const ran: string[] = [];
    const run = (id: string) => () => void ran.push(id);
    const registry = new Registry();
    registry.add([
      command({ id: 'create', keys: ['c'], run: run('create') }),
      command({ id: 'my work', keys: ['g m'], run: run('my work') }),
      command({ id: 'palette', keys: ['Mod+K'], run: run('palette') }),
      command({ id: 'help', keys: ['?'], run: run('help') }),
    ]);
    const clock = { now: 0 };
    return { ran, clock, registry, keys: new KeySequences(registry, () => clock.now) };
  }

  it('run a command by one key, and by two after one another', () => {
    const { ran, keys } = keyboard();
    expect(['c', 'g', 'm'].map((key) => keys.press(press(key), false))).toEqual([true, true, true]);
    expect(ran).toEqual(['create', 'my work']);
  });

  it('forget the first of two keys when the second comes late, or is another one', () => {
    const { ran, clock, keys } = keyboard();
    keys.press(press('g'), false);
    clock.now = 1_300;
    expect(keys.press(press('m'), false)).toBe(false);
    keys.press(press('g'), false);
    expect(keys.press(press('c'), false)).toBe(true);
    expect(ran).toEqual(['create']);
  });

  it('leave text alone: only those with Ctrl or ⌘ hold there', () => {
    const { ran, keys } = keyboard();
    expect(keys.press(press('c'), true)).toBe(false);
    expect(keys.press(press('k', { ctrlKey: true }), true)).toBe(true);
    expect(keys.press(press('k', { metaKey: true }), true)).toBe(true);
    expect(ran).toEqual(['palette', 'palette']);
  });

  it('run a command that repeats as long as its key is held down', () => {
    const { ran, registry, keys } = keyboard();
    registry.add([command({ id: 'next', keys: ['j'], repeats: true, run: () => void ran.push('next') })]);
    keys.press(press('j'), false);
    expect(keys.press(press('j', { repeat: true }), false)).toBe(true);
    expect(ran).toEqual(['next', 'next']);
  });

  it('use a key that repeats, and run its command once', () => {
    const { ran, keys } = keyboard();
    keys.press(press('c'), false);
    expect(keys.press(press('c', { repeat: true }), false)).toBe(true);
    expect(ran).toEqual(['create']);
  });

  it('leave to the browser what the browser uses', () => {
    const { ran, keys } = keyboard();
    const left = [
      press('c', { ctrlKey: true }),
      press('c', { metaKey: true }),
      press('c', { altKey: true }),
      press('ArrowLeft', { altKey: true }),
      press('Shift', { shiftKey: true }),
    ];
    expect(left.map((event) => keys.press(event, false))).toEqual([false, false, false, false, false]);
    expect(ran).toEqual([]);
  });

  it.each([
    [press('?', { shiftKey: true }), '?'],
    [press('ArrowDown', { shiftKey: true }), 'Shift+ArrowDown'],
    [press('ArrowUp', { altKey: true }), 'Alt+ArrowUp'],
    [press('ArrowDown', { altKey: true, shiftKey: true }), 'Alt+Shift+ArrowDown'],
    [press('Enter', { ctrlKey: true }), 'Mod+Enter'],
    [press(' '), 'Space'],
    [press('>', { shiftKey: true, code: 'Period' }), 'Shift+.'],
    [press(':', { shiftKey: true, code: 'Period' }), 'Shift+.'],
    [press('.', { code: 'Period' }), '.'],
    [press('L', { shiftKey: true }), 'L'],
    // A layout without Latin letters: Russian, Greek, with and without Ctrl.
    [press('с', { code: 'KeyC' }), 'c'],
    [press('Д', { code: 'KeyL', shiftKey: true }), 'L'],
    [press('κ', { code: 'KeyK', ctrlKey: true }), 'Mod+K'],
    // A Latin layout names its letters itself, wherever they are.
    [press('a', { code: 'KeyQ' }), 'a'],
    [press('ö', { code: 'Semicolon' }), 'ö'],
    // Brackets of a German keyboard on Windows: AltGr is Ctrl and Alt.
    [press('[', { code: 'Digit8', ctrlKey: true, altKey: true }), '['],
    [press(']', { code: 'Digit9', ctrlKey: true, altKey: true }), ']'],
  ])('have one name each (%#)', (event, name) => {
    expect(nameOf(event)).toBe(name);
  });

  it('are shown one by one', () => {
    expect(shownKeys('g m')).toEqual(['g', 'm']);
    expect(shownKeys('Mod+K')).toEqual(['Ctrl', 'K']);
    expect(shownKeys('Shift+ArrowDown')).toEqual(['Shift', '↓']);
    expect(shownKeys('L')).toEqual(['Shift', 'l']);
    expect(shownKeys('Shift+.')).toEqual(['Shift', '.']);
  });
});
