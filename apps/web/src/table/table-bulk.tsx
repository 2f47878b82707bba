import { useMemo } from 'preact/hooks';
import { SelectionFrame } from '../bulk/selection-bar.js';
import { useBulk } from '../bulk/use-bulk.js';
import { selection } from '../shell/items-in-hand.js';
import type { TableItem } from './table-item.js';

export interface TableBulkProps {
  readonly items: readonly TableItem[];
  /** The Organization of Work Items that do not name theirs. */
  readonly organization: string;
}

/** The bar of what is selected in a table: Work Items of one Organization are changed together. */
export function TableBulk({ items, organization }: TableBulkProps) {
  const slugs = new Set(selection.value.map((item) => item.organization));
  const [slug = organization] = slugs;
  const own = useMemo(
    () => items.filter((item) => (item.organization?.slug ?? organization) === slug),
    [items, organization, slug],
  );
  const { parts } = useBulk(slug, slugs.size > 1 ? NOTHING : own);
  if (slugs.size < 2) return parts;
  return (
    <SelectionFrame
      text={`${selection.value.length} selected, of ${slugs.size} Organizations. Those of one can be changed together.`}
    />
  );
}

const NOTHING: readonly TableItem[] = [];
