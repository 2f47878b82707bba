import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './icon.js';
import { matching } from './matching.js';
import styles from './picker.module.css';

export interface Choice {
  readonly id: string;
  readonly name: string;
  /** Further text by which it is found. */
  readonly words?: string;
  /** Choices of one group stand together under its name. */
  readonly group?: string;
  readonly before?: ComponentChildren;
  readonly after?: ComponentChildren;
}

interface PickerProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly choices: readonly Choice[];
  readonly onChoose: (id: string) => void;
  /** Reports the text, where the choices depend on it. */
  readonly onText?: (text: string) => void;
}

const MOST_SHOWN = 100;

/** A list to choose from by typing: ARIA combobox with a listbox. Mounted only while it is open. */
export function Picker({ label, placeholder, choices, onChoose, onText }: PickerProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [position, setPosition] = useState(0);
  const shown = matching(choices, text).slice(0, MOST_SHOWN);
  const at = Math.min(position, shown.length - 1);

  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [at, text]);

  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    const step = steps[event.key];
    if (event.isComposing) return;
    if (step !== undefined && shown.length > 0) {
      const isEnd = at + step < 0 || at + step >= shown.length;
      const around = (at + step + shown.length) % shown.length;
      setPosition(isEnd && Math.abs(step) > 1 ? (step > 0 ? shown.length - 1 : 0) : around);
    } else if (event.key === 'Enter') {
      const chosen = shown[at];
      if (chosen) onChoose(chosen.id);
    } else return;
    event.preventDefault();
  };

  return (
    <div onKeyDown={onKeyDown}>
      <div class={styles.search}>
        <Icon name="search" />
        <input
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
          aria-activedescendant={shown[at] ? `${id}-${at}` : undefined}
          placeholder={placeholder}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setPosition(0);
            onText?.(event.currentTarget.value);
          }}
        />
      </div>
      <div class={styles.list} id={`${id}-list`} role="listbox" aria-label={label} ref={list}>
        {shown.map(({ id: choice, name, group, before, after }, index) => (
          <>
            {group !== undefined && group !== shown[index - 1]?.group && (
              <div class={styles.group} role="presentation">
                {group}
              </div>
            )}
            <div
              key={choice}
              class={styles.choice}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              onPointerMove={() => {
                setPosition(index);
              }}
              onClick={() => {
                onChoose(choice);
              }}
            >
              {before}
              <span class={styles.name}>{name}</span>
              {after !== undefined && <span class={styles.hint}>{after}</span>}
            </div>
          </>
        ))}
      </div>
      {shown.length === 0 && (
        <p class={styles.none} role="status">
          Nothing matches “{text}”.
        </p>
      )}
    </div>
  );
}
