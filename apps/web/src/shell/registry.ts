import { signal } from '@preact/signals';

/** The part of the application in which a command holds. A new place is a new word here. */
export type Place = 'everywhere' | 'list' | 'item' | 'board' | 'backlog' | 'report';

/** An action that the palette, the help and the keyboard know. */
export interface Command {
  readonly id: string;
  readonly name: string;
  /** Keys after one another, separated by spaces: `c`, `g m`, `Mod+K` (Ctrl, on Apple ⌘), `Shift+ArrowDown`. Each is one way. */
  readonly keys?: readonly string[];
  readonly when?: Place;
  readonly run: () => void;
  /** Runs again and again while its key is held down. */
  readonly repeats?: boolean;
  /** Only for the keyboard and the help, not in the palette. */
  readonly isHidden?: boolean;
}

const placeOf = ({ when = 'everywhere' }: Command): Place => when;

/** The commands of all that is on the screen now. */
export class Registry {
  private readonly registered = signal<readonly Command[]>([]);

  get commands(): readonly Command[] {
    return this.registered.value;
  }

  /** Adds commands, and returns how to remove them. Throws when an id or a key is taken in their place. */
  add(commands: readonly Command[]): () => void {
    for (const [at, command] of commands.entries()) {
      this.refuseTaken(command, [...this.registered.peek(), ...commands.slice(0, at)]);
    }
    this.registered.value = [...this.registered.peek(), ...commands];
    return () => {
      this.registered.value = this.registered.peek().filter((command) => !commands.includes(command));
    };
  }

  /** The command of these keys. One of a part of the screen goes before one that holds everywhere. */
  find(sequence: string): Command | undefined {
    const found = this.registered.peek().filter(({ keys = [] }) => keys.includes(sequence));
    return found.find((command) => placeOf(command) !== 'everywhere') ?? found[0];
  }

  /** True when these keys begin longer ones. */
  isPrefix(sequence: string): boolean {
    return this.registered.peek().some(({ keys = [] }) => keys.some((one) => one.startsWith(`${sequence} `)));
  }

  private refuseTaken(command: Command, others: readonly Command[]): void {
    for (const other of others) {
      if (other.id === command.id) throw new Error(`There are two commands with the id ${command.id}.`);
      if (placeOf(other) !== placeOf(command)) continue;
      const key = command.keys?.find((one) => other.keys?.some((taken) => collide(one, taken)));
      if (key !== undefined) throw new Error(`${command.id} and ${other.id} both want ${key} (${placeOf(command)}).`);
    }
  }
}

/** Equal, or one begins the other: the longer one could never be typed. */
const collide = (one: string, other: string) =>
  one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `);

export const registry = new Registry();
