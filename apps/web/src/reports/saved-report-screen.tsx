import { useLocation, useRoute } from 'preact-iso';
import type { ProjectPlace } from '../api/project-place.js';
import { Refusal } from '../api/refusal.js';
import { Empty } from '../parts/empty.js';
import { Skeleton } from '../parts/skeleton.js';
import { ProjectFrame, useProjectPlace } from '../project/project-frame.js';
import { NotFound, Refused } from '../shell/refused.js';
import { useSprintReport } from './report-data.js';
import { reportsPage } from './report-pages.js';
import { PinButton, ReportActions, Sharing } from './saved-report-list.js';
import { sprintWords } from './moving-sprints.js';
import { useSavedReport, type ReportSettings, type SavedReport } from './saved-reports.js';
import { SprintReportBody, SprintReportFiles } from './sprint-report-body.js';
import styles from './saved-reports.module.css';

/** A saved Sprint report: the report of the moment, in the form that its owner chose. */
export function SavedReportScreen() {
  const { params } = useRoute();
  const { route } = useLocation();
  const place = useProjectPlace();
  const { data: report, error, refetch } = useSavedReport(place, params.id ?? '');
  if (error instanceof Refusal && error.status === 404) return <NotFound />;
  return (
    <ProjectFrame
      place={place}
      tab="Reports"
      title={report?.name ?? 'Saved Sprint report'}
      afterTitle={
        report && (
          <span class={styles.sprint}>
            {sprintWords(report)} <Sharing report={report} />
          </span>
        )
      }
      actions={
        report && (
          <>
            {report.currentSprint && (
              <SprintReportFiles place={place} sprintId={report.currentSprint.id} {...looksOf(report.settings)} />
            )}
            <span class={styles.actions}>
              <PinButton place={place} report={report} />
              <ReportActions
                place={place}
                report={report}
                onDeleted={() => {
                  route(reportsPage(place));
                }}
              />
            </span>
          </>
        )
      }
    >
      {error && !report && <Refused error={error} onRetry={() => void refetch()} />}
      {!report && !error && <Skeleton label="Loading the saved report" lines={10} />}
      {report && <Content place={place} report={report} />}
    </ProjectFrame>
  );
}

const looksOf = ({ unit, theme }: ReportSettings) => ({ unit, colors: theme === 'auto' ? undefined : theme });

interface ContentProps {
  readonly place: ProjectPlace;
  readonly report: SavedReport;
}

function Content({ place, report: { currentSprint, sprint, settings } }: ContentProps) {
  if (currentSprint) return <SprintOfReport place={place} settings={settings} sprintId={currentSprint.id} />;
  const text =
    sprint === 'active'
      ? 'No Sprint of this Project is active. The report is shown again when one starts.'
      : sprint === 'last-completed'
        ? 'No Sprint of this Project has been completed yet.'
        : 'The Sprint of this report does not exist any more.';
  return <Empty icon="chart" text={text} />;
}

interface SprintOfReportProps {
  readonly place: ProjectPlace;
  readonly settings: ReportSettings;
  readonly sprintId: string;
}

function SprintOfReport({ place, settings, sprintId }: SprintOfReportProps) {
  const { data, error, refetch } = useSprintReport(place, sprintId);
  if (error && !data) return <Refused error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton label="Loading the Sprint report" lines={10} />;
  return <SprintReportBody place={place} report={data} sections={settings.sections} {...looksOf(settings)} />;
}
