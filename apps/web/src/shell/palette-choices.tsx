import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Icon } from '../parts/icon.js';
import { Picker } from '../parts/picker.js';
import type { PaletteAction, PaletteSource } from './contents.js';
import { itemsInHand } from './items-in-hand.js';
import { closeOpened } from './open.js';
import { usePlace } from './place.js';
import { registry } from './registry.js';
import { PLACES } from './shortcuts.js';
import { Keys } from './shown-keys.js';

/** The group of the Projects, which can be offered alone. */
export const PROJECTS = 'Projects';

interface PaletteChoicesProps {
  readonly sources: readonly PaletteSource[];
  readonly onlyProjects: boolean;
  /** The text that was typed while this was loaded. */
  readonly text: string;
}

/** Everything that can be done or opened from here, found by typing. */
export function PaletteChoices({ sources, onlyProjects, text }: PaletteChoicesProps) {
  const { route } = useLocation();
  const place = usePlace();
  const [typed, setTyped] = useState(text);
  const { organization } = place;
  const searched = organization?.suspended ? undefined : organization?.slug;
  // The hooks are the same ones at every time.
  const found = sources.map((useEntries) =>
    useEntries({ ...place, searched, typed: onlyProjects ? '' : typed, go: route }),
  );
  const firstRead = found.findIndex(({ isReading }) => isReading);
  const isBefore = (at: number) => firstRead === -1 || at < firstRead;
  const commands = registry.commands
    .filter(({ isHidden, id, holds }) => !isHidden && id !== 'palette' && holds())
    .sort((one, other) => PLACES.indexOf(one.when) - PLACES.indexOf(other.when))
    .map(({ id, name, keys, when, run }) => ({
      id: `command ${id}`,
      name,
      group: when === 'item' ? nameOfItems() : 'Commands',
      isCertain: true,
      before: <Icon name="arrowRight" />,
      ...(keys[0] !== undefined && { after: <Keys sequence={keys[0]} /> }),
      run,
    }));
  const entries = found.flatMap(({ actions }, at) => actions.map((action) => ({ ...action, isCertain: isBefore(at) })));
  const actions: readonly PaletteAction[] = onlyProjects
    ? entries.filter(({ group }) => group === PROJECTS)
    : [...commands, ...entries];

  return (
    <Picker
      label={onlyProjects ? 'Go to a Project' : 'Search or jump to'}
      placeholder={onlyProjects ? 'Go to a Project …' : 'Search or jump to …'}
      text={text}
      choices={actions}
      isReading={firstRead !== -1}
      onText={setTyped}
      onChoose={(id) => {
        closeOpened();
        actions.find((action) => action.id === id)?.run();
      }}
    />
  );
}

/** The Work Items that commands are about: `WEB-3`, `3 Work Items`. */
function nameOfItems(): string {
  const items = itemsInHand();
  return items.length === 1 ? (items[0]?.key ?? '') : `${items.length} Work Items`;
}
