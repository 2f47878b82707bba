import { useQuery, useQueryClient } from '@tanstack/preact-query';
import type { SprintState } from '@worktrack/domain';
import { useChange } from '../api/change.js';
import { revisionTag } from '../api/client.js';
import type { ProjectPlace } from '../api/project-place.js';
import { Refusal } from '../api/refusal.js';
import { send } from '../api/transport.js';
import { reportsPage } from './report-pages.js';
import { SECTIONS, type SprintSection, type SprintUnit } from './sprint-sections.js';

export type MovingSprint = 'active' | 'last-completed';

export interface ReportSettings {
  readonly unit: SprintUnit;
  readonly sections: readonly SprintSection[];
  readonly theme: 'light' | 'dark' | 'auto';
}

/** The members of a saved report that its owner chooses. */
export interface SavedReportContent {
  readonly name: string;
  /** The id of a Sprint, or the part that it takes in the Project. */
  readonly sprint: string;
  readonly settings: ReportSettings;
  readonly shared: boolean;
}

export interface SavedReport extends SavedReportContent {
  readonly id: string;
  /** The Sprint that the report shows now. */
  readonly currentSprint: { readonly id: string; readonly name: string; readonly state: SprintState } | null;
  /** `null` when the account of the owner was removed. */
  readonly owner: { readonly publicId: string; readonly name: string } | null;
  readonly pinned: boolean;
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The content alone, of a report that has more members. */
export const contentOf = ({ name, sprint, settings, shared }: SavedReportContent): SavedReportContent => ({
  name,
  sprint,
  settings,
  shared,
});

export interface PinnedReport {
  readonly organization: { readonly slug: string; readonly name: string };
  readonly project: { readonly key: string; readonly name: string };
  readonly report: SavedReport;
}

export const DEFAULT_SETTINGS: ReportSettings = {
  unit: 'points',
  sections: SECTIONS,
  theme: 'auto',
};

/** The names of the choices that follow the Project. */
export const MOVING_SPRINTS: Readonly<Record<MovingSprint, string>> = {
  active: 'The active Sprint',
  'last-completed': 'The Sprint completed last',
};

export const isMoving = (sprint: string): sprint is MovingSprint => Object.hasOwn(MOVING_SPRINTS, sprint);

/** Says in words what the report shows. */
export function sprintWords({ sprint, currentSprint }: SavedReport): string {
  if (!isMoving(sprint)) return currentSprint?.name ?? 'A Sprint that is gone';
  const now = currentSprint ? currentSprint.name : sprint === 'active' ? 'none at the moment' : 'none yet';
  return `${MOVING_SPRINTS[sprint]}: ${now}`;
}

/** The page that shows a saved report. */
export const pageOf = (place: ProjectPlace, id: string): string => `${reportsPage(place)}/saved/${id}`;

const routeOf = ({ organization, project }: ProjectPlace, ...rest: readonly string[]): string =>
  ['/api/organizations', organization, 'projects', project, 'saved-sprint-reports', ...rest].join('/');

const listKey = ({ organization, project }: ProjectPlace) => ['saved-reports', organization, project] as const;
const PINNED_KEY = ['pinned-reports'] as const;

interface ReportList<Item> {
  readonly items: readonly Item[];
}

/** The saved reports of a Project that the user can read: pinned ones first, then by name. */
export const useSavedReports = (place: ProjectPlace, { enabled = true } = {}) =>
  useQuery({
    queryKey: listKey(place),
    queryFn: ({ signal }) => send<ReportList<SavedReport>>('GET', routeOf(place), { signal }),
    enabled,
  });

export const useSavedReport = (place: ProjectPlace, id: string) =>
  useQuery({
    queryKey: [...listKey(place), id],
    queryFn: ({ signal }) => readReport(place, id, signal),
  });

/** The pinned reports of the user in all Organizations, the oldest pin first. */
export const usePinnedReports = () =>
  useQuery({
    queryKey: PINNED_KEY,
    queryFn: ({ signal }) => send<ReportList<PinnedReport>>('GET', '/api/me/pinned-sprint-reports', { signal }),
    staleTime: 60_000,
  });

export const readReport = (place: ProjectPlace, id: string, signal?: AbortSignal) =>
  send<SavedReport>('GET', routeOf(place, id), { signal });

/** Reads again what shows saved reports of the Project; with `listsOnly` not the single reports. */
function useRefresh(place: ProjectPlace, { listsOnly = false } = {}) {
  const cache = useQueryClient();
  return () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: listKey(place), exact: listsOnly }),
      cache.invalidateQueries({ queryKey: PINNED_KEY }),
    ]);
}

const withKey = (idempotencyKey: string) => ({ 'Idempotency-Key': idempotencyKey });

export function useSaveReport(place: ProjectPlace) {
  const refresh = useRefresh(place);
  return useChange(
    (body: SavedReportContent, key) => send<SavedReport>('POST', routeOf(place), { body, headers: withKey(key) }),
    { onSuccess: refresh },
  );
}

interface ReportChange {
  readonly id: string;
  /** The revision that the user saw. */
  readonly revision: number;
  readonly changes: Partial<SavedReportContent>;
}

export function useChangeReport(place: ProjectPlace) {
  const refresh = useRefresh(place);
  return useChange(
    ({ id, revision, changes }: ReportChange, key) =>
      send<SavedReport>('PATCH', routeOf(place, id), {
        body: changes,
        headers: { ...withKey(key), 'If-Match': revisionTag('saved', revision) },
      }),
    // After a refusal too: somebody else might have changed the report.
    { onSettled: refresh },
  );
}

export function useDeleteReport(place: ProjectPlace) {
  // The page of the deleted report is still on the screen: reading it again would be refused.
  const refreshLists = useRefresh(place, { listsOnly: true });
  const refresh = useRefresh(place);
  return useChange(
    async ({ id, revision }: Pick<SavedReport, 'id' | 'revision'>) => {
      const headers = { 'If-Match': revisionTag('saved', revision) };
      await send('DELETE', routeOf(place, id), { headers }).catch(exceptMissing);
    },
    { onSuccess: refreshLists, onError: refresh },
  );
}

export function usePin(place: ProjectPlace) {
  const refresh = useRefresh(place);
  return useChange(
    ({ id, pinned }: Pick<SavedReport, 'id' | 'pinned'>) => send(pinned ? 'PUT' : 'DELETE', routeOf(place, id, 'pin')),
    { onSuccess: refresh },
  );
}

/** A report that is deleted already is as wanted: an earlier attempt might have done it. */
function exceptMissing(error: unknown): void {
  if (!(error instanceof Refusal && error.status === 404)) throw error;
}
