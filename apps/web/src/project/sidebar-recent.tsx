import { useLocation } from 'preact-iso';
import styles from '../shell/sidebar.module.css';
import { keptNames } from './kept-names.js';
import { MOST_RECENT } from './recent-items.js';

/** The Work Items that were seen before the one of the page, the last one first. */
export function SidebarRecent({ organization }: { readonly organization: string }) {
  const { path } = useLocation();
  const hrefOf = (key: string) => `/o/${organization}/items/${key}`;
  const items = keptNames('recent', organization).value.filter(({ key }) => hrefOf(key) !== path);
  if (items.length === 0) return null;
  return (
    <>
      <h2 class={styles.title}>Recent</h2>
      <ul class={styles.list} aria-label="Recent">
        {items.slice(0, MOST_RECENT).map(({ key, name }) => (
          <li key={key}>
            <a class={styles.link} href={hrefOf(key)} data-line>
              <small>{key}</small>
              <span title={name}>{name}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
