import { useEffect, useState } from 'preact/hooks';
import { loaded } from '../api/loaded.js';
import { Dialog } from '../parts/dialog.js';
import { Icon } from '../parts/icon.js';
import picker from '../parts/picker.module.css';
import type { Contents, PaletteSource } from './contents.js';
import { warnNotLoaded } from './not-loaded.js';
import { closeOpened } from './open.js';

interface Loaded {
  readonly PaletteChoices: typeof import('./palette-choices.js').PaletteChoices;
  readonly sources: readonly PaletteSource[];
}

let known: Loaded | undefined;

async function load(sources: Contents['palette']): Promise<Loaded> {
  const [{ PaletteChoices }, found] = await Promise.all([import('./palette-choices.js'), sources()]);
  return (known = { PaletteChoices, sources: found });
}

/** Milliseconds after which the palette is loaded that nobody has opened yet: it opens without a connection, too. */
const LATER = 3_000;

/** Loads the palette when the page has been shown for a while. */
export function usePaletteLater(sources: Contents['palette']): void {
  useEffect(() => {
    const timer = setTimeout(() => void load(sources).catch(() => undefined), LATER);
    return () => {
      clearTimeout(timer);
    };
  }, []);
}

interface PaletteProps {
  readonly sources: Contents['palette'];
  readonly onlyProjects: boolean;
}

/** Everything that can be done or opened from here, found by typing. It takes the text while its choices are loaded. */
export function Palette({ sources, onlyProjects }: PaletteProps) {
  const [shown, setShown] = useState(known);
  const [text, setText] = useState('');
  useEffect(() => {
    if (shown) return;
    loaded(() => load(sources)).then(setShown, () => {
      closeOpened();
      warnNotLoaded();
    });
  }, []);
  const label = onlyProjects ? 'Go to a Project' : 'Search or jump to';
  return (
    <Dialog title={onlyProjects ? 'Projects' : 'Commands'} place="top" bare onClose={closeOpened}>
      {shown ? (
        <shown.PaletteChoices sources={shown.sources} onlyProjects={onlyProjects} text={text} />
      ) : (
        <div class={picker.search}>
          <Icon name="search" />
          <input
            type="text"
            autofocus
            aria-label={label}
            placeholder={`${label} …`}
            value={text}
            onInput={({ currentTarget: { value } }) => {
              setText(value);
            }}
          />
        </div>
      )}
    </Dialog>
  );
}
