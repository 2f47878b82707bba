import { useQueryClient } from '@tanstack/preact-query';
import { useChange } from '../api/change.js';
import { application, dataOf, revisionTag } from '../api/client.js';
import { projectPath, type ProjectPlace } from '../api/project-place.js';
import { Refusal } from '../api/refusal.js';
import { ALL, ONE, PINNED_KEY, listKey, type ReportSettings, type SavedReport } from './saved-reports.js';
import { SECTIONS } from './sprint-sections.js';

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

/** The path of the operations on the pin of the user. */
const PIN = `${ONE}/pin` as const;

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
