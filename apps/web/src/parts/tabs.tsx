import { useLayoutEffect, useRef } from 'preact/hooks';
import styles from './tabs.module.css';

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly name: string; readonly href: string; readonly isCurrent: boolean }[];
}

/** Views of one page, each with an address of its own. Where they are too wide they scroll, and the current one is seen. */
export function Tabs({ label, tabs }: TabsProps) {
  const row = useRef<HTMLElement>(null);
  const shown = tabs.find(({ isCurrent }) => isCurrent)?.href;
  useLayoutEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (!row.current || !current) return;
    row.current.scrollLeft = current.offsetLeft - (row.current.clientWidth - current.offsetWidth) / 2;
  }, [shown]);
  return (
    <nav ref={row} class={styles.tabs} aria-label={label}>
      {tabs.map(({ name, href, isCurrent }) => (
        <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}
