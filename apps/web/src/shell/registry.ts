import { signal } from '@preact/signals';
import { PLACES, type Place } from './shortcuts.js';

/** An action that the palette, the help and the keyboard know. */
export interface Command {
  readonly id: string;
  readonly name: string;
  readonly keys: readonly string[];
  readonly when: Place;
  readonly run: () => void;
  /** False while there is nothing that the command could be about: its key is then free for another place. */
  readonly holds: () => boolean;
  readonly repeats: boolean;
  readonly isHidden: boolean;
}

/** The commands of all that is on the screen now. */
export class Registry {
  private readonly registered = signal<readonly Command[]>([]);

  get commands(): readonly Command[] {
    return this.registered.value;
  }

  /** Adds commands, and returns how to remove them. Throws when an id or a key is taken in their place. */
  add(commands: readonly Command[]): () => void {
    for (const [at, command] of commands.entries()) {
      refuseTaken(command, [...this.registered.peek(), ...commands.slice(0, at)]);
    }
    this.registered.value = [...this.registered.peek(), ...commands];
    return () => {
      this.registered.value = this.registered.peek().filter((command) => !commands.includes(command));
    };
  }

  /** The command of these keys: of all that hold now, the one of the first place. */
  find(sequence: string): Command | undefined {
    const found = this.registered.peek().filter(({ keys, holds }) => keys.includes(sequence) && holds());
    return found.sort((one, other) => PLACES.indexOf(one.when) - PLACES.indexOf(other.when))[0];
  }

  /** True when these keys begin longer ones. */
  isPrefix(sequence: string): boolean {
    return this.registered.peek().some(({ keys }) => keys.some((one) => one.startsWith(`${sequence} `)));
  }
}

function refuseTaken(command: Command, others: readonly Command[]): void {
  for (const other of others) {
    if (other.id === command.id) throw new Error(`There are two commands with the id ${command.id}.`);
    if (other.when !== command.when) continue;
    const key = command.keys.find((one) => other.keys.some((taken) => collide(one, taken)));
    if (key !== undefined) throw new Error(`${command.id} and ${other.id} both want ${key} (${command.when}).`);
  }
}

/** Equal, or one begins the other: the longer one could never be typed. */
export const collide = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `);

export const registry = new Registry();
