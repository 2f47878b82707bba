import { useLocation } from 'preact-iso';
import { usePlace } from '../shell/place.js';
import styles from '../shell/sidebar.module.css';
import { ProjectMark } from './project-mark.js';
import { useProjects } from './projects.js';

/** The Projects of the Organization that is shown; the one of the address is marked. */
export function SidebarProjects({ organization }: { readonly organization: string }) {
  const { path } = useLocation();
  const { project: current } = usePlace();
  const { data } = useProjects(organization);
  if (!data || data.items.length === 0) return null;
  return (
    <>
      <h2 class={styles.title}>Projects</h2>
      <ul class={styles.list}>
        {data.items.map(({ key, name, color }) => {
          const href = `/o/${organization}/${key}`;
          return (
            <li key={key}>
              <a
                class={styles.link}
                href={href}
                data-current={key === current || undefined}
                aria-current={path === href ? 'page' : undefined}
              >
                <ProjectMark color={color} />
                <span title={name}>{name}</span>
                <small>{key}</small>
              </a>
            </li>
          );
        })}
      </ul>
    </>
  );
}
