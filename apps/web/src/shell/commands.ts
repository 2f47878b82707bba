import { useLayoutEffect } from 'preact/hooks';
import { hasItemsInHand } from './items-in-hand.js';
import { registry, type Command } from './registry.js';
import { shortcutOf, type Place, type ShortcutId } from './shortcuts.js';

interface Action {
  readonly run: () => void;
  /** Says whether there is something that the command could be about. A command of `item` asks for a Work Item by itself. */
  readonly holds?: () => boolean;
}

/** A command with keys, which are in the table of the shortcuts. */
interface KeyedCommand extends Action {
  readonly id: ShortcutId;
  /** The name that is shown in place of the one in the table, such as one that says which Project. */
  readonly name?: string;
}

/** A command of the palette without keys. */
interface NamedCommand extends Action {
  readonly id: string;
  readonly name: string;
  readonly when?: Place;
}

export type CommandOfScreen = KeyedCommand | NamedCommand;

const always = (): boolean => true;

/** The command with its keys. */
export function commandOf(command: CommandOfScreen): Command {
  const shortcut = shortcutOf(command.id);
  const own: Place | undefined = 'when' in command ? command.when : undefined;
  const when = shortcut?.when ?? own ?? 'everywhere';
  return {
    id: command.id,
    name: command.name ?? shortcut?.name ?? command.id,
    keys: shortcut?.keys ?? [],
    when,
    run: command.run,
    holds: command.holds ?? (when === 'item' ? hasItemsInHand : always),
    repeats: shortcut?.repeats ?? false,
    isHidden: shortcut?.isHidden ?? false,
  };
}

/** Registers commands while the component is mounted; again when one of `facts` changes. */
export function useCommands(commands: readonly CommandOfScreen[], facts: readonly unknown[] = []): void {
  useLayoutEffect(() => registry.add(commands.map(commandOf)), facts);
}
