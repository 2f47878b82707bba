import { SidebarLink } from '../shell/sidebar-link.js';
import styles from '../shell/sidebar.module.css';
import { pageOf, usePinnedViews } from './pinned-views.js';

/** The pinned views of the user in the Organization, by name. */
export function SidebarViews({ organization }: { readonly organization: string }) {
  const { data } = usePinnedViews(organization);
  const views = data?.items ?? [];
  if (views.length === 0) return null;
  return (
    <>
      <h2 class={styles.title}>Views</h2>
      <ul class={styles.list} aria-label="Views">
        {views.map(({ id, name, project }) => (
          <li key={id}>
            <SidebarLink
              icon="bookmark"
              href={pageOf(organization, id)}
              name={name}
              {...(project && { hint: project.key })}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
