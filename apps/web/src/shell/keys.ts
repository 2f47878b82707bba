import type { Registry } from './registry.js';

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat'>;

/** Milliseconds within which the second key of a sequence must follow. */
const SEQUENCE_TIME = 1_200;

const IS_APPLE = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** A letter of a layout without Latin letters is the Latin one of the same physical key. */
function latinOf({ key, code, shiftKey }: KeyPress): string {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  if (letter === undefined || key.length !== 1 || key <= '\u007f') return key;
  return shiftKey ? letter : letter.toLowerCase();
}

/** True for a sign that many keyboards type with AltGr or Option, such as a bracket. */
const isSignOfThirdLevel = ({ key, ctrlKey }: KeyPress): boolean =>
  /^[!-/:-@[-`{-~]$/.test(key) && (ctrlKey || IS_APPLE);

/** The name of a key press as the registry writes it; `undefined` for one that belongs to the browser. */
export function nameOf(press: KeyPress): string | undefined {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = press;
  if (['Control', 'Meta', 'Shift', 'Alt', 'AltGraph', 'Dead', 'Process'].includes(key)) return undefined;
  // Alt with the other arrows is the browser's way back and forward.
  if (altKey && /^Arrow(Up|Down)$/.test(key) && !ctrlKey && !metaKey) return `Alt+${shiftKey ? 'Shift+' : ''}${key}`;
  if (altKey) return isSignOfThirdLevel(press) ? key : undefined;
  const name = key === ' ' ? 'Space' : latinOf(press);
  if (ctrlKey || metaKey) return `Mod+${name.length === 1 ? name.toUpperCase() : name}`;
  // The full stop with Shift is another sign on each keyboard.
  if (shiftKey && code === 'Period') return 'Shift+.';
  return shiftKey && name.length > 1 ? `Shift+${name}` : name;
}

/** Turns key presses into commands. */
export class KeySequences {
  private before = '';
  private since = 0;

  constructor(
    private readonly registry: Pick<Registry, 'find' | 'isPrefix'>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Runs the command that the key completes. Returns whether the key was used.
   * @param onlyModified the keys without Ctrl or ⌘ belong to a text, to a dialog or are switched off
   */
  press(event: KeyPress, onlyModified: boolean): boolean {
    const name = nameOf(event);
    if (name === undefined) return false;
    if (onlyModified && !name.startsWith('Mod+')) {
      this.before = '';
      return false;
    }
    const isLate = this.now() - this.since > SEQUENCE_TIME;
    const sequences = this.before === '' || isLate ? [name] : [`${this.before} ${name}`, name];
    this.before = '';
    for (const sequence of sequences) {
      const command = this.registry.find(sequence);
      if (command) {
        if (!event.repeat || command.repeats) command.run();
        return true;
      }
      if (this.registry.isPrefix(sequence)) {
        this.before = sequence;
        this.since = this.now();
        return true;
      }
    }
    return false;
  }
}

/** Fields without a text: letters typed there are keys. */
const WITHOUT_TEXT = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit'];

/** Keys typed there are text, or choose in a list. */
export function isEditable(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !WITHOUT_TEXT.includes(target.type);
  return target.isContentEditable || target.closest('textarea, select, [role=menu], [role=listbox]') !== null;
}

/** Controls that a key operates by itself, by the name of the key. */
const OPERATED_BY: Readonly<Record<string, string>> = {
  Enter: 'a[href], button, summary',
  Space: 'button, summary, input',
  ...Object.fromEntries(
    ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'].map((key) => [
      key,
      'input, [role=region][tabindex="0"]',
    ]),
  ),
};

/** True for a key that the control with the focus uses by itself, such as the space bar on a button. */
export function isForControl(event: KeyPress & { readonly target: EventTarget | null }): boolean {
  const controls = OPERATED_BY[nameOf(event) ?? ''];
  return controls !== undefined && event.target instanceof Element && event.target.closest(controls) !== null;
}

const SHOWN: Readonly<Record<string, string>> = {
  Mod: IS_APPLE ? '⌘' : 'Ctrl',
  Alt: IS_APPLE ? '⌥' : 'Alt',
  Shift: 'Shift',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
};

const shownKey = (key: string): readonly string[] => {
  if (/^[A-Z]$/.test(key)) return ['Shift', key.toLowerCase()];
  return key.length === 1 ? [key] : key.split('+').map((part) => SHOWN[part] ?? part);
};

/** The keys of a sequence as they stand on a keyboard: `g m` has two, `Mod+K` has two, `L` has two. */
export const shownKeys = (sequence: string): readonly string[] => sequence.split(' ').flatMap(shownKey);
