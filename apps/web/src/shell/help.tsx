import { Dialog } from '../parts/dialog.js';
import { closeOpened } from './open.js';
import { registry } from './registry.js';
import { PLACES, SHORTCUTS, type Place, type Shortcut } from './shortcuts.js';
import { Keys } from './shown-keys.js';
import styles from './help.module.css';

const TITLES: Readonly<Record<Place, string>> = {
  everywhere: 'Everywhere',
  item: 'Work Item with the focus or the pointer',
  list: 'Lists',
  board: 'Board',
  backlog: 'Backlog',
  report: 'Reports',
  panel: 'Work Item next to the list',
};

type Row = readonly [id: string, shortcut: Shortcut];

/** All keys by the place where they hold. What a screen names in its own way has that name. */
export function Help() {
  const rows: readonly Row[] = Object.entries(SHORTCUTS);
  const names = new Map(registry.commands.map(({ id, name }) => [id, name]));
  return (
    <Dialog title="Keyboard shortcuts" place="wide" onClose={closeOpened}>
      <div class={styles.columns}>
        {PLACES.toReversed().map((place) => {
          const ofPlace = rows.filter(([, { when = 'everywhere' }]) => when === place);
          if (ofPlace.length === 0) return null;
          return (
            <section key={place}>
              <h3>{TITLES[place]}</h3>
              <dl class={styles.list}>
                {ofPlace.map(([id, { name, keys }]) => (
                  <div class={styles.row} key={id}>
                    <dt>{names.get(id) ?? name}</dt>
                    <dd>
                      {keys.map((sequence) => (
                        <Keys key={sequence} sequence={sequence} />
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          );
        })}
      </div>
    </Dialog>
  );
}
