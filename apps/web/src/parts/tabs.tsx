import styles from './tabs.module.css';

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly name: string; readonly href: string; readonly isCurrent: boolean }[];
}

/** Views of one page, each with an address of its own. */
export const Tabs = ({ label, tabs }: TabsProps) => (
  <nav class={styles.tabs} aria-label={label}>
    {tabs.map(({ name, href, isCurrent }) => (
      <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
        {name}
      </a>
    ))}
  </nav>
);
