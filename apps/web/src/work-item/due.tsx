import { Icon } from '../parts/icon.js';
import { dueState, fullDay, shownDay } from '../shell/organization-days.js';
import styles from './due.module.css';

/** The due date of an open Work Item. */
export function Due({ dueDate, organization }: { readonly dueDate: string; readonly organization: string }) {
  const state = dueState(organization, dueDate);
  return (
    <time class={styles.due} data-state={state} dateTime={dueDate} title={`Due ${fullDay(organization, dueDate)}`}>
      <Icon
        name={state === 'overdue' ? 'alert' : 'calendar'}
        size={13}
        label={state === 'overdue' ? 'Overdue' : 'Due'}
      />
      {shownDay(organization, dueDate)}
    </time>
  );
}
