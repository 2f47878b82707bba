import { useLocation } from 'preact-iso';
import { Icon, type IconName } from '../parts/icon.js';
import styles from './sidebar.module.css';

interface SidebarLinkProps {
  readonly href: string;
  readonly name: string;
  readonly icon: IconName;
  /** A short text at the end, such as the key of a Project. */
  readonly hint?: string;
}

/** A link of the sidebar, marked on the page that it leads to. */
export function SidebarLink({ href, name, icon, hint }: SidebarLinkProps) {
  const { path } = useLocation();
  return (
    <a class={styles.link} href={href} aria-current={path === href ? 'page' : undefined}>
      <Icon name={icon} />
      <span title={name}>{name}</span>
      {hint !== undefined && <small>{hint}</small>}
    </a>
  );
}
