import { shortDay } from '../shell/days.js';
import type { Sprint } from './sections.js';
import styles from './planning.module.css';

/** The days of a Sprint: `3 Dec – 17 Dec`. */
export function SprintDays({
  sprint: { startDate, endDate },
}: {
  readonly sprint: Pick<Sprint, 'startDate' | 'endDate'>;
}) {
  if (startDate === null && endDate === null) return null;
  return (
    <span class={styles.days}>
      {startDate !== null && <time dateTime={startDate}>{shortDay(startDate)}</time>} –{' '}
      {endDate !== null && <time dateTime={endDate}>{shortDay(endDate)}</time>}
    </span>
  );
}
