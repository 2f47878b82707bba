import type { ComponentChildren } from 'preact';
import styles from './crumbs.module.css';

interface Crumb {
  readonly name: string;
  readonly href: string;
  /** Shown when the pointer rests on it. */
  readonly title?: string | undefined;
  /** Before the name, such as the color of a Project. */
  readonly mark?: ComponentChildren;
}

/** The pages that a page belongs to, the outermost first. */
export const Crumbs = ({ crumbs }: { readonly crumbs: readonly Crumb[] }) => (
  <nav aria-label="Breadcrumb">
    <ol class={styles.crumbs}>
      {crumbs.map(({ name, href, title, mark }) => (
        <li key={href}>
          <a href={href} title={title}>
            {mark}
            <span>{name}</span>
          </a>
        </li>
      ))}
    </ol>
  </nav>
);
