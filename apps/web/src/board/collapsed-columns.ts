import { signal, type Signal } from '@preact/signals';
import { WORK_ITEM_STATUSES, type WorkItemStatus } from '@worktrack/domain';
import type { ProjectPlace } from '../api/project-place.js';
import { membershipIn, session } from '../api/session.js';
import { stored } from '../shell/stored.js';

const projects = new Map<string, Signal<readonly WorkItemStatus[]>>();

/** The statuses whose columns this browser keeps collapsed for the user who is signed in, in a Project. */
function keptCollapsed({ organization, project }: ProjectPlace): Signal<readonly WorkItemStatus[]> {
  const id = membershipIn(organization)?.id ?? organization;
  const name = `worktrack.collapsed.${session.value?.user.publicId ?? ''}.${id}.${project}`;
  const kept = projects.get(name) ?? stored(name, { parse, format });
  projects.set(name, kept);
  return kept;
}

const format = (statuses: readonly WorkItemStatus[]) => (statuses.length === 0 ? null : statuses.join(' '));

function parse(text: string | null): readonly WorkItemStatus[] {
  const words = text?.split(' ') ?? [];
  return WORK_ITEM_STATUSES.filter((status) => words.includes(status));
}

/** Up to this width the board stops at its columns, as `board-view.module.css` says. */
const narrow = matchMedia('(max-width: 720px)');
const isNarrow = signal(narrow.matches);
narrow.addEventListener('change', () => (isNarrow.value = narrow.matches));

interface CollapsedColumns {
  readonly statuses: readonly WorkItemStatus[];
  /** Collapses a column, or expands it; `undefined` on a phone, where one column fills the window and none is collapsed. */
  readonly toggle: ((status: WorkItemStatus) => void) | undefined;
}

const NONE: CollapsedColumns = { statuses: [], toggle: undefined };

/** The columns of a board that are collapsed. */
export function collapsedColumns(place: ProjectPlace): CollapsedColumns {
  if (isNarrow.value) return NONE;
  const kept = keptCollapsed(place);
  return {
    statuses: kept.value,
    toggle: (status) => {
      const others = kept.value.filter((one) => one !== status);
      kept.value = others.length < kept.value.length ? others : [...others, status];
    },
  };
}
