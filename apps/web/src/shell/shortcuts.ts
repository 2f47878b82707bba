/**
 * The parts of the application in which a command holds. Where several of them hold together, a key is that of the first one here: on a
 * board `l` goes to the next column, elsewhere it labels the Work Item.
 */
export const PLACES = ['panel', 'board', 'backlog', 'list', 'report', 'item', 'everywhere'] as const;

export type Place = (typeof PLACES)[number];

export interface Shortcut {
  /** Says what the command does, where the screen has no better name for it. */
  readonly name: string;
  /** Keys after one another, separated by spaces: `c`, `g m`, `Mod+K` (Ctrl, on Apple ⌘), `Shift+ArrowDown`. Each is one way. */
  readonly keys: readonly [string, ...string[]];
  /** Usually everywhere. */
  readonly when?: Place;
  /** Runs again and again while its key is held down. */
  readonly repeats?: boolean;
  /** True for a command of the keyboard that is in the help and not in the palette. */
  readonly isHidden?: boolean;
}

const step = (name: string, when: Place, ...keys: [string, ...string[]]) =>
  ({ name, keys, when, repeats: true, isHidden: true }) as const;

const onItem = (name: string, ...keys: [string, ...string[]]) => ({ name, keys, when: 'item' }) as const;

/** All keys, by the id of their command. The keyboard, the palette, the help and the tooltips read them here. */
export const SHORTCUTS = {
  palette: { name: 'Search or jump to', keys: ['Mod+K'] },
  help: { name: 'Keyboard shortcuts', keys: ['?'] },
  search: { name: 'Search', keys: ['/'] },
  create: { name: 'Create a Work Item', keys: ['c'] },
  undo: { name: 'Undo the last change', keys: ['u'] },
  redo: { name: 'Redo the last change', keys: ['U'] },
  'go board': { name: 'Go to the board', keys: ['g b'] },
  'go backlog': { name: 'Go to the backlog', keys: ['g l'] },
  'go reports': { name: 'Go to the reports', keys: ['g r'] },
  'go search': { name: 'Go to the search', keys: ['g s'] },
  'go my work': { name: 'Go to My Work', keys: ['g m'] },
  'go project': { name: 'Go to a Project …', keys: ['g p'] },

  'item open': onItem('Open', 'Enter'),
  'item peek': onItem('Open next to the list', 'Space'),
  'panel next': step('Next Work Item of the list', 'panel', 'j'),
  'panel before': step('Previous Work Item of the list', 'panel', 'k'),
  'item status': onItem('Change the status …', 's'),
  'item on': onItem('Move to the next status', ']', 'n'),
  'item back': onItem('Move to the previous status', '[', 'b'),
  'item priority': onItem('Change the priority …', 'p'),
  'item assignee': onItem('Change the assignee …', 'a'),
  'item assign to me': onItem('Assign to me', 'i'),
  'item labels': onItem('Change the labels …', 'l', 'L'),
  'item estimate': onItem('Estimate …', 'e'),
  'item due date': onItem('Change the due date …', 'd'),
  'item sprint': onItem('Plan into a Sprint …', 'm'),
  'item title': onItem('Rename', 't'),
  'item reply': onItem('Comment', 'r'),
  'item next': onItem('Next Work Item of the list', 'J'),
  'item before': onItem('Previous Work Item of the list', 'K'),
  'item copy key': onItem('Copy the key', '.'),
  'item copy link': onItem('Copy the link', 'Shift+.'),

  'list next': step('Next row', 'list', 'j', 'ArrowDown'),
  'list before': step('Previous row', 'list', 'k', 'ArrowUp'),
  'list first': step('First row', 'list', 'Home'),
  'list last': step('Last row', 'list', 'End'),
  'list select': { ...step('Select, or deselect', 'list', 'x'), repeats: false },
  'list select to': { name: 'Select up to this row', keys: ['X'], when: 'list', isHidden: true },
  'list select all': { name: 'Select all that are loaded', keys: ['Mod+A'], when: 'list', isHidden: true },
  'list extend down': step('Select the next row too', 'list', 'Shift+ArrowDown'),
  'list extend up': step('Select the previous row too', 'list', 'Shift+ArrowUp'),
  'list left': step('Previous field of the row', 'list', 'ArrowLeft'),
  'list right': step('Next field of the row', 'list', 'ArrowRight'),
  'list edit': { name: 'Change the field with the focus', keys: ['F2'], when: 'list', isHidden: true },
  'order up': { ...step('Move up in the order', 'list', 'Alt+ArrowUp'), isHidden: false },
  'order down': { ...step('Move down in the order', 'list', 'Alt+ArrowDown'), isHidden: false },
  'order top': { name: 'Move to the top', keys: ['Alt+Shift+ArrowUp'], when: 'list' },
  'order bottom': { name: 'Move to the bottom', keys: ['Alt+Shift+ArrowDown'], when: 'list' },
  'list deselect': { name: 'Deselect all', keys: ['Escape'], when: 'list' },

  'plan sprint': { name: 'Plan into a Sprint …', keys: ['m'], when: 'backlog' },
  'plan priority': { name: 'Change the priority …', keys: ['p'], when: 'backlog' },
  'plan assignee': { name: 'Change the assignee …', keys: ['a'], when: 'backlog' },
  'plan estimate': { name: 'Estimate …', keys: ['e'], when: 'backlog' },
  'plan status': { name: 'Change the status …', keys: ['s'], when: 'backlog' },
  'plan labels': { name: 'Add or remove labels …', keys: ['l', 'L'], when: 'backlog' },
  'plan due date': { name: 'Change the due date …', keys: ['d'], when: 'backlog' },
  'search field': { name: 'Write the query', keys: ['/'], when: 'list' },

  'board filter': { name: 'Filter the board by text', keys: ['/'], when: 'board' },
  'card down': step('Next card', 'board', 'j', 'ArrowDown'),
  'card up': step('Previous card', 'board', 'k', 'ArrowUp'),
  'card left': step('Previous column', 'board', 'h', 'ArrowLeft'),
  'card right': step('Next column', 'board', 'l', 'ArrowRight'),
  'card first': step('First card of the column', 'board', 'Home'),
  'card last': step('Last card of the column', 'board', 'End'),
  'card on': { name: 'Move the card to the next status', keys: [']', 'n'], when: 'board' },
  'card back': { name: 'Move the card to the previous status', keys: ['[', 'b'], when: 'board' },
  'card status': { name: 'Choose the status of the card …', keys: ['s'], when: 'board' },
} as const satisfies Readonly<Record<string, Shortcut>>;

export type ShortcutId = keyof typeof SHORTCUTS;

/** The keys of a command; `undefined` for one that has none. */
export const shortcutOf = (id: string): Shortcut | undefined =>
  Object.hasOwn(SHORTCUTS, id) ? SHORTCUTS[id as ShortcutId] : undefined;
