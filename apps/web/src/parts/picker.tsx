import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './icon.js';
import { Listbox, placeAfter, type Choice } from './listbox.js';
import { matching } from './matching.js';
import styles from './picker.module.css';

export type { Choice };

interface PickerProps {
  readonly label: string;
  readonly placeholder?: string;
  /** The text at first. */
  readonly text?: string;
  readonly choices: readonly Choice[];
  /** True until the choices are those of the text. Enter waits for them. */
  readonly isReading?: boolean;
  /** Why the last choice was refused. */
  readonly problem?: string | undefined;
  readonly onChoose: (id: string) => void;
  /** Reports the text, where the choices depend on it. */
  readonly onText?: (text: string) => void;
}

const MOST_SHOWN = 100;

/** A list to choose from by typing: ARIA combobox with a listbox. Mounted only while it is open. */
export function Picker({ label, placeholder, text: first = '', choices, ...rest }: PickerProps) {
  const { isReading = false, problem, onChoose, onText } = rest;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // Where the dialog is open already, the browser does not do it.
  useLayoutEffect(() => field.current?.focus(), []);
  const [text, setText] = useState(first);
  /** The id of the choice that a key or the pointer has moved to. */
  const [pointed, setPointed] = useState<string>();
  /** Enter was pressed for choices that are still being read. */
  const [isAwaited, setAwaited] = useState(false);
  const shown = matching(choices, text).slice(0, MOST_SHOWN);
  const isFirst = ({ id: choice, mark }: Choice) => (pointed === undefined ? mark === 'now' : choice === pointed);
  const at = pointed === undefined && text !== '' ? 0 : Math.max(0, shown.findIndex(isFirst));
  const active = shown[at];
  useEffect(() => {
    if (!isAwaited || isReading) return;
    setAwaited(false);
    if (active) onChoose(active.id);
  }, [isAwaited, isReading]);

  const point = (place: number) => {
    setPointed(shown[place]?.id);
    setAwaited(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, at, shown.length);
    if (next !== undefined) point(next);
    else if (event.key === 'Enter') {
      const isTaken = active && (!isReading || active.isCertain === true || active.id === pointed);
      if (isTaken) onChoose(active.id);
      else setAwaited(isReading);
    } else return;
    event.preventDefault();
  };

  return (
    <div onKeyDown={onKeyDown} aria-busy={isReading}>
      <div class={styles.search}>
        <Icon name="search" />
        <input
          ref={field}
          role="combobox"
          type="text"
          autocomplete="off"
          spellcheck={false}
          autofocus
          maxLength={200}
          aria-label={label}
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={active ? `${id}-list-${at}` : undefined}
          placeholder={placeholder}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setPointed(undefined);
            setAwaited(false);
            onText?.(event.currentTarget.value);
          }}
        />
      </div>
      {problem !== undefined && (
        <p class={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <Listbox id={`${id}-list`} label={label} choices={shown} at={at} onPoint={point} onChoose={onChoose} />
      {(shown.length === 0 || isAwaited) && (
        <p class={styles.none} role="status">
          {isReading ? 'Searching …' : `Nothing matches “${text}”.`}
        </p>
      )}
    </div>
  );
}
