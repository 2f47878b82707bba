import { useQuery } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import type { ProjectPlace } from '../api/project-place.js';
import { ProjectFrame, useProjectPlace } from '../project/project-frame.js';
import { sprintsQuery } from '../work-item/sprints.js';
import { DrawingPreview, PreviewSkeleton } from './drawing-frame.js';
import { useReport, useSprintReport } from './report-data.js';
import { presentSprint, reportPage, sprintReportPage } from './report-pages.js';
import { KINDS } from './report-kinds.js';
import { REPORT_TITLES, REPORT_TYPES, type ReportType } from './report-titles.js';
import { SavedReports } from './saved-report-list.js';
import { useSavedReports } from './saved-reports.js';
import styles from './reports.module.css';

const NO_PARAMETERS = new URLSearchParams();

/** All reports of a Project, each with a small drawing. */
export function ReportsScreen() {
  const place = useProjectPlace();
  const { isPending } = useSavedReports(place);
  return (
    <ProjectFrame place={place} tab="Reports">
      <SavedReports {...place} />
      {/* Read immediately, but shown below the saved reports: they would move. */}
      <ul class={styles.tiles} aria-label="Reports" hidden={isPending}>
        {REPORT_TYPES.map((type) => (
          <ReportTile key={type} place={place} type={type} />
        ))}
        {/* The last one: a Project without a Sprint has none, which is not known at first, and the others must not move. */}
        <SprintTile place={place} />
      </ul>
    </ProjectFrame>
  );
}

interface TileProps {
  readonly href: string;
  readonly title: string;
  readonly text: string;
  readonly children: ComponentChildren;
}

const Tile = ({ href, title, text, children }: TileProps) => (
  <li class={styles.tile}>
    <a href={href}>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </a>
  </li>
);

function ReportTile({ place, type }: { readonly place: ProjectPlace; readonly type: ReportType }) {
  const { data: report } = useReport(place, type, NO_PARAMETERS);
  const title = REPORT_TITLES[type];
  return (
    <Tile href={reportPage(place, type)} title={title} text={KINDS[type].question}>
      {!report && <PreviewSkeleton />}
      {report && (
        <DrawingPreview
          place={place}
          facts={[report]}
          draw={(drawings, look) => drawings.drawReport(type, report, look)}
        />
      )}
    </Tile>
  );
}

/** The active Sprint; without one the Sprint that ended last. */
function SprintTile({ place }: { readonly place: ProjectPlace }) {
  const { data } = useQuery(sprintsQuery(place));
  const sprint = presentSprint(data ?? []);
  const { data: report } = useSprintReport(place, sprint?.id ?? '');
  if (!sprint) return null;
  return (
    <Tile
      href={sprintReportPage(place, sprint.id)}
      title={`Sprint report: ${sprint.name}`}
      text="What was planned in this Sprint, and what was done?"
    >
      {!report && <PreviewSkeleton />}
      {report && (
        <DrawingPreview
          place={place}
          facts={[report]}
          draw={(drawings, look) => drawings.drawSprintReport(report, 'points', look)}
        />
      )}
    </Tile>
  );
}
