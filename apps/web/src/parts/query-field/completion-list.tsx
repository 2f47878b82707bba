import type { Completion } from '@worktrack/squeakql';
import { useLayoutEffect, useRef } from 'preact/hooks';
import styles from './query-field.module.css';

interface CompletionListProps {
  readonly id: string;
  readonly label: string;
  readonly items: readonly Completion[];
  /** -1: none. */
  readonly active: number;
  readonly onMove: (active: number) => void;
  readonly onChoose: (item: Completion) => void;
}

/** The id of an option, for `aria-activedescendant`. */
export const optionId = (list: string, index: number): string => `${list}-${index}`;

const KINDS: Readonly<Record<Completion['kind'], string>> = {
  field: 'field',
  function: 'function',
  operator: 'operator',
  value: '',
  keyword: '',
  punctuation: '',
};

/** The meaning of each sign; a word says it by itself. */
const SIGNS: Readonly<Record<string, string>> = {
  '=': 'is',
  '!=': 'is not',
  '<': 'less, or before',
  '<=': 'at most',
  '>': 'more, or after',
  '>=': 'at least',
  '~': 'contains',
  '!~': 'does not contain',
  'IN (': 'one of a list',
  'NOT IN (': 'none of a list',
  '(': 'begins a group',
  ')': 'ends it',
  ',': 'one more',
  "'": 'a text in quotes',
};

/** The list of what can stand at the caret. The field keeps the focus. */
export function CompletionList({ id, label, items, active, onMove, onChoose }: CompletionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active, items]);
  return (
    <div class={styles.list} id={id} role="listbox" aria-label={label} tabIndex={0} ref={list}>
      {items.map((item, index) => {
        const text = item.text.trim();
        return (
          <div
            key={`${item.from} ${text}`}
            class={styles.option}
            id={optionId(id, index)}
            role="option"
            aria-selected={index === active}
            data-kind={item.kind}
            onPointerMove={() => {
              if (index !== active) onMove(index);
            }}
            onPointerDown={(event) => {
              // The field keeps the focus.
              event.preventDefault();
            }}
            onClick={() => {
              onChoose(item);
            }}
          >
            <span class={styles.name}>{item.label ?? text}</span>
            <span class={styles.hint}>{item.label === undefined ? (SIGNS[text] ?? KINDS[item.kind]) : text}</span>
          </div>
        );
      })}
    </div>
  );
}
