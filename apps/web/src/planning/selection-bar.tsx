import type { Card } from '../board/cards.js';
import { Button } from '../parts/button.js';
import { deselectAll } from '../shell/items-in-hand.js';
import { tipOf } from '../shell/tooltip.js';
import type { PlannedField } from './plan-picker.js';
import { sumsOf } from './sections.js';
import styles from './planning.module.css';

interface SelectionBarProps {
  readonly cards: readonly Card[];
  readonly onPick: (field: PlannedField) => void;
}

/** All that can be done with the Work Items that are selected. */
export function SelectionBar({ cards, onPick }: SelectionBarProps) {
  const { count, points } = sumsOf(cards);
  const action = (field: PlannedField, name: string, tip: string) => (
    <Button
      title={tip}
      onClick={() => {
        onPick(field);
      }}
    >
      {name}
    </Button>
  );
  return (
    <div class={styles.selection} role="toolbar" aria-label="Selected Work Items">
      <span class={styles.selected} role="status">
        {count} selected · {points} points
      </span>
      {action('sprint', 'Plan …', tipOf('plan sprint'))}
      {action('priority', 'Priority …', tipOf('plan priority'))}
      {action('assignee', 'Assignee …', tipOf('plan assignee'))}
      {action('storyPoints', 'Estimate …', tipOf('plan estimate'))}
      {action('status', 'Status …', tipOf('plan status'))}
      {action('labels', 'Labels …', tipOf('plan labels'))}
      {action('dueDate', 'Due …', tipOf('plan due date'))}
      <Button kind="plain" onClick={deselectAll}>
        Deselect
      </Button>
    </div>
  );
}
