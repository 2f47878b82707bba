import type { Registry } from './registry.js';

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'repeat'>;

/** Milliseconds within which the second key of a sequence must follow. */
const SEQUENCE_TIME = 1_200;

/** The name of a key press as the registry writes it; `undefined` for one that belongs to the browser or to an input method. */
export function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey, isComposing }: KeyPress): string | undefined {
  if (isComposing || altKey || ['Control', 'Meta', 'Shift', 'Alt', 'AltGraph', 'Dead', 'Process'].includes(key))
    return undefined;
  const name = key === ' ' ? 'Space' : key;
  if (ctrlKey || metaKey) return `Mod+${name.length === 1 ? name.toUpperCase() : name}`;
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

/** Keys typed there are text, or choose in a list. */
export function isEditable(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select, [role=menu], [role=listbox]') !== null;
}

const IS_APPLE = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

const SHOWN: Readonly<Record<string, string>> = {
  Mod: IS_APPLE ? '⌘' : 'Ctrl',
  Shift: 'Shift',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
};

/** The keys of a sequence as they stand on a keyboard: `g m` has two, `Mod+K` has two. */
export const shownKeys = (sequence: string): readonly string[] =>
  sequence.split(' ').flatMap((key) => (key.length === 1 ? [key] : key.split('+').map((part) => SHOWN[part] ?? part)));
