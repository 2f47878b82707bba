import type { Card } from '../board/cards.js';
import { Button } from '../parts/button.js';
import { deselectAll } from '../shell/items-in-hand.js';
import type { ShortcutId } from '../shell/shortcuts.js';
import { tipOf } from '../shell/tooltip.js';
import { FIELD_NAMES, PLANNED_FIELDS, type PlannedField } from '../work-item/fields.js';
import { sumsOf } from './sections.js';
import styles from './planning.module.css';

interface SelectionBarProps {
  readonly cards: readonly Card[];
  readonly onPick: (field: PlannedField) => void;
  readonly onOrder: (step: 'top' | 'bottom') => void;
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
export function SelectionBar({ cards, onPick, onOrder }: SelectionBarProps) {
  const { count, points } = sumsOf(cards);
  return (
    <div class={styles.selection} role="toolbar" aria-label="Selected Work Items">
      <span class={styles.selected} role="status">
        {count} selected · {points} points
      </span>
      {PLANNED_FIELDS.map((field) => {
        const command = COMMANDS[field];
        return (
          <Button
            key={field}
            title={command && tipOf(command)}
            onClick={() => {
              onPick(field);
            }}
          >
            {VERBS[field] ?? FIELD_NAMES[field]} …
          </Button>
        );
      })}
      {(['top', 'bottom'] as const).map((step) => (
        <Button
          key={step}
          title={tipOf(`order ${step}`)}
          onClick={() => {
            onOrder(step);
          }}
        >
          Move to the {step}
        </Button>
      ))}
      <Button kind="plain" onClick={deselectAll}>
        Deselect
      </Button>
    </div>
  );
}
