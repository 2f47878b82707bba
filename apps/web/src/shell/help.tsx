import { Dialog } from '../parts/dialog.js';
import { closeOpened } from './open.js';
import { registry, type Command, type Place } from './registry.js';
import { Keys } from './shown-keys.js';
import styles from './help.module.css';

const TITLES: Readonly<Record<Place, string>> = {
  everywhere: 'Everywhere',
  list: 'In lists',
  item: 'Work Item',
  board: 'Board',
  backlog: 'Backlog',
  report: 'Reports',
};

/** The keys of all commands that hold where the user is. */
export function Help() {
  const places = Map.groupBy(
    registry.commands.filter(({ keys = [] }) => keys.length > 0),
    ({ when = 'everywhere' }) => when,
  );
  return (
    <Dialog title="Keyboard shortcuts" place={places.size > 1 ? 'wide' : 'middle'} onClose={closeOpened}>
      <div class={styles.columns}>
        {[...places].map(([place, commands]) => (
          <section key={place}>
            <h3>{TITLES[place]}</h3>
            <dl class={styles.list}>
              {commands.map((command) => (
                <Row key={command.id} command={command} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

const Row = ({ command: { name, keys = [] } }: { readonly command: Command }) => (
  <div class={styles.row}>
    <dt>{name}</dt>
    <dd>
      {keys.map((sequence) => (
        <Keys key={sequence} sequence={sequence} />
      ))}
    </dd>
  </div>
);
