import type { RefObject } from 'preact';
import { useCommands } from '../shell/commands.js';

/** Lets `j`, `k`, arrows, Home and End walk the links of rows; Enter opens the one that has the focus, as in any list of links. */
export function useRowKeys(rows: RefObject<HTMLElement | null>): void {
  const walk = (id: string, name: string, keys: readonly string[], next: (at: number, count: number) => number) => ({
    id: `row ${id}`,
    name,
    keys,
    when: 'list' as const,
    repeats: true,
    isHidden: true,
    run: () => {
      const links = [...(rows.current?.querySelectorAll<HTMLElement>('li a') ?? [])];
      const at = links.findIndex((link) => link === document.activeElement);
      const to = links[Math.max(0, Math.min(links.length - 1, next(at, links.length)))];
      to?.focus({ preventScroll: true });
      to?.closest('li')?.scrollIntoView({ block: 'nearest' });
    },
  });
  useCommands([
    walk('down', 'Next row', ['j', 'ArrowDown'], (at) => at + 1),
    walk('up', 'Row before', ['k', 'ArrowUp'], (at) => at - 1),
    walk('first', 'First row', ['Home'], () => 0),
    walk('last', 'Last row', ['End'], (_at, count) => count - 1),
  ]);
}
