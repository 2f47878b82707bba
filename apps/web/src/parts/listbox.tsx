import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.js';
import styles from './picker.module.css';

export interface Choice {
  readonly id: string;
  readonly name: string;
  /** Further text by which it is found. */
  readonly words?: string;
  /** Choices of one group stand together under its name. */
  readonly group?: string;
  /** True for what the server has found by the text, which can stand in its description. */
  readonly isFound?: boolean;
  /** True for a choice before which none can come any more, although others are still being read. */
  readonly isCertain?: boolean;
  readonly before?: ComponentChildren;
  readonly after?: ComponentChildren;
  /** Shown as a check with this word: the present value, at which the list begins, or one of several that are chosen. */
  readonly mark?: 'now' | 'chosen' | undefined;
}

interface ListboxProps {
  /** The id of the element; its options have this id with `-` and their place. */
  readonly id: string;
  readonly label: string;
  readonly choices: readonly Choice[];
  /** The place of the choice that Enter takes. */
  readonly at: number;
  readonly onPoint: (place: number) => void;
  readonly onChoose: (id: string) => void;
}

/** The list of a combobox: the field keeps the focus and names the option that Enter takes. */
export function Listbox({ id, label, choices, at, onPoint, onChoose }: ListboxProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [at, choices]);
  return (
    <div class={styles.list} id={id} role="listbox" aria-label={label} ref={list}>
      {choices.map(({ id: choice, name, group, before, after, mark }, place) => (
        <>
          {group !== undefined && group !== choices[place - 1]?.group && (
            <div class={styles.group} role="presentation">
              {group}
            </div>
          )}
          <div
            key={choice}
            class={styles.choice}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === at}
            onPointerMove={() => {
              onPoint(place);
            }}
            onClick={() => {
              onChoose(choice);
            }}
          >
            {before}
            <span class={styles.name}>{name}</span>
            {after !== undefined && <span class={styles.hint}>{after}</span>}
            {mark && <Icon name="check" label={mark} />}
          </div>
        </>
      ))}
    </div>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

/** The place to which a key goes from `at` in a list of `count` choices; `undefined` for a key that does not move in a list. */
export function placeAfter(key: string, at: number, count: number): number | undefined {
  const step = STEPS[key];
  if (step === undefined || count === 0) return undefined;
  const isEnd = at + step < 0 || at + step >= count;
  if (isEnd && Math.abs(step) > 1) return step > 0 ? count - 1 : 0;
  return (at + step + count) % count;
}
