import { useOrganizationActions } from './organization/palette-organizations.js';
import { usePeopleActions } from './people/palette-people.js';
import { useProjectActions } from './project/palette-projects.js';
import { useReportActions } from './reports/palette-reports.js';
import { useSearchActions } from './search/palette-search.js';
import { useItemActions } from './work-item/palette-items.js';
import type { PaletteSource } from './shell/contents.js';

/** The entries of the palette, in their order. It is loaded after the first page. */
export const PALETTE_SOURCES: readonly PaletteSource[] = [
  useReportActions,
  useProjectActions,
  useOrganizationActions,
  useItemActions,
  usePeopleActions,
  useSearchActions,
];
