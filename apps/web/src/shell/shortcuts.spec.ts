import { commandOf } from './commands.js';
import { Registry } from './registry.js';
import { PLACES, SHORTCUTS, shortcutOf, type ShortcutId } from './shortcuts.js';

const ids = Object.keys(SHORTCUTS) as ShortcutId[];
const keysOf = (id: ShortcutId): readonly string[] => SHORTCUTS[id].keys;

describe('All shortcuts of the application', () => {
  it('can be registered together: no two of one place share a key, and none begins another one', () => {
    const registry = new Registry();
    registry.add(ids.map((id) => commandOf({ id, run: () => undefined })));
    expect(registry.commands).toHaveLength(ids.length);
  });

  it('are keys that a keyboard can send', () => {
    const known = /^(?:[a-zA-Z]|[?/.[\]]|Enter|Space|Escape|Home|End|F2|Arrow(?:Up|Down|Left|Right))$/;
    for (const key of ids.flatMap(keysOf).flatMap((sequence) => sequence.split(' '))) {
      expect(key.replace(/^(?:Mod|Shift|Alt\+Shift|Alt)\+/, '')).toMatch(known);
    }
  });

  it('hold in places that exist', () => {
    for (const id of ids) expect(PLACES).toContain(shortcutOf(id)?.when ?? 'everywhere');
  });

  // The keys that people know from other trackers.
  it.each<[key: string, id: ShortcutId]>([
    ['Mod+K', 'palette'],
    ['?', 'help'],
    ['/', 'search'],
    ['c', 'create'],
    ['u', 'undo'],
    ['g b', 'go board'],
    ['g l', 'go backlog'],
    ['g r', 'go reports'],
    ['g s', 'go search'],
    ['g m', 'go my work'],
    ['g p', 'go project'],
    ['j', 'list next'],
    ['k', 'list before'],
    ['h', 'card left'],
    ['l', 'card right'],
    ['ArrowLeft', 'card left'],
    ['ArrowDown', 'card down'],
    ['Home', 'list first'],
    ['End', 'list last'],
    ['Enter', 'item open'],
    ['Space', 'item peek'],
    ['x', 'list select'],
    ['Shift+ArrowDown', 'list extend down'],
    ['Alt+ArrowDown', 'order down'],
    ['Alt+Shift+ArrowUp', 'order top'],
    ['Escape', 'list deselect'],
    ['s', 'item status'],
    ['p', 'item priority'],
    ['a', 'item assignee'],
    ['i', 'item assign to me'],
    ['l', 'item labels'],
    ['e', 'item estimate'],
    ['d', 'item due date'],
    ['m', 'item sprint'],
    [']', 'item on'],
    ['[', 'item back'],
    ['t', 'item title'],
    ['r', 'item reply'],
    ['.', 'item copy key'],
    ['Shift+.', 'item copy link'],
  ])('have %s for "%s"', (key, id) => {
    expect(keysOf(id)).toContain(key);
  });
});

describe('A command', () => {
  it('has the keys and the name of its shortcut', () => {
    expect(commandOf({ id: 'create', run: () => undefined })).toMatchObject({
      name: 'Create a Work Item',
      keys: ['c'],
      when: 'everywhere',
    });
    expect(commandOf({ id: 'create', name: 'Create in WEB', run: () => undefined }).name).toBe('Create in WEB');
  });

  it('of Work Items does not hold while there is none', () => {
    expect(commandOf({ id: 'item status', run: () => undefined }).holds()).toBe(false);
    expect(commandOf({ id: 'palette', run: () => undefined }).holds()).toBe(true);
  });
});
