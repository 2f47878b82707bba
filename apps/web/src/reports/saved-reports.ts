import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useChange } from '../api/change.js';
import { application, dataOf, revisionTag, type ApplicationSchemas } from '../api/client.js';
import { projectPath, type ProjectPlace } from '../api/project-place.js';
import { Refusal } from '../api/refusal.js';
import { reportsPage } from './report-pages.js';
import { SECTIONS } from './sprint-sections.js';

export type MovingSprint = 'active' | 'last-completed';

export type SavedReport = ApplicationSchemas['SavedSprintReport'];

export type ReportSettings = SavedReport['settings'];

/** The members of a saved report that its owner chooses. */
export type SavedReportContent = Pick<SavedReport, 'name' | 'sprint' | 'settings' | 'shared'>;

/** The content alone, of a report that has more members. */
export const contentOf = ({ name, sprint, settings, shared }: SavedReportContent): SavedReportContent => ({
  name,
  sprint,
  settings,
  shared,
});

export const DEFAULT_SETTINGS: ReportSettings = {
  unit: 'points',
  sections: [...SECTIONS],
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

/** The paths of the operations on the saved reports of a Project, on one of them, and on the pin of the user. */
const ALL = '/api/organizations/{organizationSlug}/projects/{projectKey}/saved-sprint-reports';
const ONE = `${ALL}/{savedReportId}` as const;
const PIN = `${ONE}/pin` as const;

const listKey = ({ organization, project }: ProjectPlace) => ['saved-reports', organization, project] as const;
const PINNED_KEY = ['pinned-reports'] as const;

/** The saved reports of a Project that the user can read: pinned ones first, then by name. */
export const useSavedReports = (place: ProjectPlace, { enabled = true } = {}) =>
  useQuery({
    queryKey: listKey(place),
    queryFn: ({ signal }) => dataOf(application.GET(ALL, { params: { path: projectPath(place) }, signal })),
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
    queryFn: ({ signal }) => dataOf(application.GET('/api/me/pinned-sprint-reports', { signal })),
    staleTime: 60_000,
  });

export const readReport = (place: ProjectPlace, id: string, signal?: AbortSignal) =>
  dataOf(
    application.GET(ONE, { params: { path: { ...projectPath(place), savedReportId: id } }, ...(signal && { signal }) }),
  );

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
    (body: SavedReportContent, key) =>
      dataOf(application.POST(ALL, { params: { path: projectPath(place), header: withKey(key) }, body })),
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
      dataOf(
        application.PATCH(ONE, {
          params: {
            path: { ...projectPath(place), savedReportId: id },
            header: { ...withKey(key), 'If-Match': revisionTag('saved', revision) },
          },
          body: changes,
        }),
      ),
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
      const header = { 'If-Match': revisionTag('saved', revision) };
      const path = { ...projectPath(place), savedReportId: id };
      await dataOf(application.DELETE(ONE, { params: { path, header } })).catch(exceptMissing);
    },
    { onSuccess: refreshLists, onError: refresh },
  );
}

export function usePin(place: ProjectPlace) {
  const refresh = useRefresh(place);
  return useChange(
    ({ id, pinned }: Pick<SavedReport, 'id' | 'pinned'>) => {
      const options = { params: { path: { ...projectPath(place), savedReportId: id } } };
      return dataOf(pinned ? application.PUT(PIN, options) : application.DELETE(PIN, options));
    },
    { onSuccess: refresh },
  );
}

/** A report that is deleted already is as wanted: an earlier attempt might have done it. */
function exceptMissing(error: unknown): void {
  if (!(error instanceof Refusal && error.status === 404)) throw error;
}
