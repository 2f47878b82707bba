import { SidebarLink } from '../shell/sidebar-link.js';
import styles from '../shell/sidebar.module.css';
import { pageOf, usePinnedReports } from './saved-reports.js';

/** The pinned Sprint reports of the user in the Organization, the oldest pin first. */
export function SidebarPins({ organization }: { readonly organization: string }) {
  const { data } = usePinnedReports();
  const pins = (data?.items ?? []).filter((pin) => pin.organization.slug === organization);
  if (pins.length === 0) return null;
  return (
    <>
      <h2 class={styles.title}>Pinned</h2>
      <ul class={styles.list} aria-label="Pinned">
        {pins.map(({ project, report }) => (
          <li key={report.id}>
            <SidebarLink
              icon="pin"
              href={pageOf({ organization, project: project.key }, report.id)}
              name={report.name}
              hint={project.key}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
