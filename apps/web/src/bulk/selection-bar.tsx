import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../parts/button.js';
import { deselectAll } from '../shell/items-in-hand.js';
import type { ShortcutId } from '../shell/shortcuts.js';
import { tipOf } from '../shell/tooltip.js';
import { FIELD_NAMES, type PlannedField } from '../work-item/fields.js';
import { opens } from '../work-item/field-place.js';
import type { SeenItem } from '../work-item/work-item.js';
import styles from './bulk.module.css';

interface SelectionBarProps {
  readonly cards: readonly SeenItem[];
  /** The fields that the selected Work Items have choices for. */
  readonly fields: readonly PlannedField[];
  readonly onPick: (field: PlannedField) => void;
  /** Moves them within their lists, where these have a manual order. */
  readonly onOrder?: ((step: 'top' | 'bottom') => void) | undefined;
  /** Takes them out of the archive, where all are in it. */
  readonly onRestore?: () => void;
}

/** The commands that have a key. */
const COMMANDS: Readonly<Partial<Record<PlannedField, ShortcutId>>> = {
  sprint: 'plan sprint',
  priority: 'plan priority',
  assignee: 'plan assignee',
  storyPoints: 'plan estimate',
  status: 'plan status',
  labels: 'plan labels',
  dueDate: 'plan due date',
};

/** The words of the actions that are not named like their field. */
const VERBS: Readonly<Partial<Record<PlannedField, string>>> = { sprint: 'Plan', storyPoints: 'Estimate' };

/** All that can be done with the Work Items that are selected. */
export function SelectionBar({ cards, fields, onPick, onOrder, onRestore }: SelectionBarProps) {
  const points = cards.reduce((sum, { storyPoints }) => sum + (storyPoints ?? 0), 0);
  return (
    <SelectionFrame text={`${cards.length} selected · ${points} points`}>
      {fields.map((field) => {
        const command = COMMANDS[field];
        return (
          <Button
            key={field}
            title={command && tipOf(command)}
            aria-haspopup="dialog"
            {...opens(field)}
            onClick={() => {
              onPick(field);
            }}
          >
            {VERBS[field] ?? FIELD_NAMES[field]} …
          </Button>
        );
      })}
      {(onOrder ? (['top', 'bottom'] as const) : []).map((step) => (
        <Button
          key={step}
          title={tipOf(`order ${step}`)}
          onClick={() => {
            onOrder?.(step);
          }}
        >
          Move to the {step}
        </Button>
      ))}
      {onRestore && <Button onClick={onRestore}>Restore from the archive</Button>}
    </SelectionFrame>
  );
}

interface SelectionFrameProps {
  /** How many are selected. */
  readonly text: string;
  readonly children?: ComponentChildren;
}

/** The bar of a selection. When it goes, the focus that is in it goes to the page. */
export function SelectionFrame({ text, children }: SelectionFrameProps) {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = bar;
    return () => {
      if (current?.contains(document.activeElement)) document.getElementById('main')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div ref={bar} class={styles.selection} role="toolbar" aria-label="Selected Work Items">
      <span class={styles.selected} role="status">
        {text}
      </span>
      {children}
      <Button kind="plain" onClick={deselectAll}>
        Deselect
      </Button>
    </div>
  );
}
