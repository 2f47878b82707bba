import row from '../parts/row.module.css';
import { Section } from '../parts/section.js';
import { sprintWords } from './moving-sprints.js';
import { pageOf, usePinnedReports } from './saved-reports.js';
import styles from './saved-reports.module.css';

/** The pinned Sprint reports of the user, in all Organizations. */
export function PinnedReports() {
  const { data } = usePinnedReports();
  if (!data || data.items.length === 0) return null;
  return (
    <Section title="Pinned Sprint reports">
      <ul class={styles.list} aria-label="Pinned Sprint reports">
        {data.items.map(({ organization, project, report }) => (
          <li key={report.id} class={`${row.row} ${styles.row}`}>
            <span class={styles.project}>{project.key}</span>
            <a class={styles.name} href={pageOf({ organization: organization.slug, project: project.key }, report.id)}>
              {report.name}
            </a>
            <span class={styles.sprint}>{sprintWords(report)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
