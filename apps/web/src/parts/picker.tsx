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
  readonly onChoose: (id: string) => void;
  /** Reports the text, where the choices depend on it. */
  readonly onText?: (text: string) => void;
}

const MOST_SHOWN = 100;

/** A list to choose from by typing: ARIA combobox with a listbox. Mounted only while it is open. */
export function Picker({ label, placeholder, text: first = '', choices, onChoose, onText }: PickerProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // Where the dialog is open already, the browser does not do it.
  useLayoutEffect(() => field.current?.focus(), []);
  const [text, setText] = useState(first);
  const [position, setPosition] = useState(0);
  const shown = matching(choices, text).slice(0, MOST_SHOWN);
  const at = Math.min(position, shown.length - 1);
  // Enter came before the choices, which are still being read: it takes the first that the text finds.
  const isAwaited = useRef(false);
  useEffect(() => {
    const [found] = shown;
    if (!found || !isAwaited.current) return;
    isAwaited.current = false;
    onChoose(found.id);
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, at, shown.length);
    if (next !== undefined) {
      setPosition(next);
    } else if (event.key === 'Enter') {
      const chosen = shown[at];
      if (chosen) onChoose(chosen.id);
      else isAwaited.current = true;
    } else return;
    event.preventDefault();
  };

  return (
    <div onKeyDown={onKeyDown}>
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
          aria-activedescendant={shown[at] ? `${id}-list-${at}` : undefined}
          placeholder={placeholder}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setPosition(0);
            isAwaited.current = false;
            onText?.(event.currentTarget.value);
          }}
        />
      </div>
      <Listbox id={`${id}-list`} label={label} choices={shown} at={at} onPoint={setPosition} onChoose={onChoose} />
      {shown.length === 0 && (
        <p class={styles.none} role="status">
          Nothing matches “{text}”.
        </p>
      )}
    </div>
  );
}
