import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../parts/icon.js';
import { useCommands } from '../../shell/commands.js';
import styles from './filter-bar.module.css';

/** Milliseconds after the last letter until the board is asked. */
const PAUSE = 200;

/** The text in the filter of a board. */
export function TextFilter({ text, onText }: { readonly text: string; readonly onText: (text: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(text);
  const latest = useRef(onText);
  latest.current = onText;
  useEffect(() => {
    setTyped(text);
  }, [text]);
  useEffect(() => {
    if (typed === text) return undefined;
    const timer = setTimeout(() => {
      latest.current(typed);
    }, PAUSE);
    return () => {
      clearTimeout(timer);
    };
  }, [typed]);
  useCommands([
    {
      id: 'board filter',
      run: () => {
        field.current?.focus();
      },
    },
  ]);
  return (
    <label class={styles.text}>
      <Icon name="search" size={14} />
      <span class="visually-hidden">Filter by text</span>
      <input
        ref={field}
        type="search"
        maxLength={200}
        placeholder="Filter"
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          if (typed === '') field.current?.blur();
          else setTyped('');
        }}
      />
    </label>
  );
}
