import { shownDay } from '../shell/organization-days.js';
import type { Sprint } from './sections.js';
import styles from './planning.module.css';

/** The days of a Sprint: `3 Dec – 17 Dec`. */
export function SprintDays({
  organization,
  sprint: { startDate, endDate },
}: {
  readonly organization: string;
  readonly sprint: Pick<Sprint, 'startDate' | 'endDate'>;
}) {
  if (startDate === null && endDate === null) return null;
  return (
    <span class={styles.days}>
      {startDate !== null && <time dateTime={startDate}>{shownDay(organization, startDate, 'start')}</time>} –{' '}
      {endDate !== null && <time dateTime={endDate}>{shownDay(organization, endDate)}</time>}
    </span>
  );
}
