import { useState } from 'preact/hooks';
import { Button } from '../parts/button.js';
import { dayOf } from '../shell/organization-days.js';
import { endOfDay, usualDays } from './due-days.js';
import type { SeenItem } from './work-item.js';
import styles from './due-picker.module.css';

interface DuePickerProps {
  readonly title: string;
  readonly organization: string;
  readonly item: Pick<SeenItem, 'dueDate'>;
  readonly onChoose: (values: { readonly dueDate: string | null }) => void;
  readonly onClose: () => void;
}

/** Chooses the day on which a Work Item is due, by one of the next days or by the calendar of the browser. */
export function DuePicker({ title, organization, item, onChoose, onClose }: DuePickerProps) {
  const [day, setDay] = useState(item.dueDate == null ? '' : dayOf(organization, item.dueDate));
  const choose = (dueDate: string | null) => {
    onClose();
    onChoose({ dueDate });
  };
  return (
    <form
      class={styles.due}
      onSubmit={(event) => {
        event.preventDefault();
        choose(endOfDay(organization, day));
      }}
    >
      <label>
        <span>{title}</span>
        <input
          type="date"
          autofocus
          max="9999-12-31"
          value={day}
          onInput={(event) => {
            setDay(event.currentTarget.value);
          }}
        />
      </label>
      <div class={styles.days}>
        {usualDays(organization).map(({ name, day: usual }) => (
          <Button
            key={name}
            onClick={() => {
              choose(endOfDay(organization, usual));
            }}
          >
            {name}
          </Button>
        ))}
      </div>
      <div class={styles.actions}>
        <Button
          kind="plain"
          onClick={() => {
            choose(null);
          }}
        >
          No due date
        </Button>
        <Button kind="primary" type="submit">
          Set
        </Button>
      </div>
    </form>
  );
}
