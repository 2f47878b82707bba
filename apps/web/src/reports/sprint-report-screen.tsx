import { useQuery } from '@tanstack/preact-query';
import { useLocation, useRoute } from 'preact-iso';
import { useId } from 'preact/hooks';
import type { ProjectPlace } from '../api/project-place.js';
import { Refusal } from '../api/refusal.js';
import { Skeleton } from '../parts/skeleton.js';
import { ProjectFrame, useProjectPlace } from '../project/project-frame.js';
import { NotFound, Refused } from '../shell/refused.js';
import { sprintsQuery } from '../work-item/sprints.js';
import { useSprintReport } from './report-data.js';
import { sprintReportPage } from './report-pages.js';
import { SaveReportButton } from './save-report-button.js';
import { SprintReportBody, SprintReportFiles } from './sprint-report-body.js';
import type { SprintUnit } from './sprint-sections.js';
import styles from './reports.module.css';

/** The report of one Sprint. */
export function SprintReportScreen() {
  const { params } = useRoute();
  const { path, query, route } = useLocation();
  const place = useProjectPlace();
  const sprintId = params.sprint ?? '';
  const unit: SprintUnit = query.unit === 'items' ? 'items' : 'points';
  const { data: report, error, refetch } = useSprintReport(place, sprintId);
  if (error instanceof Refusal && [400, 404].includes(error.status)) return <NotFound />;
  return (
    <ProjectFrame
      place={place}
      tab="Reports"
      title={report ? `Sprint report: ${report.sprint.name}` : 'Sprint report'}
      actions={
        <SprintReportFiles place={place} sprintId={sprintId} unit={unit}>
          <SaveReportButton {...place} sprint={report && { id: sprintId, name: report.sprint.name }} unit={unit} />
        </SprintReportFiles>
      }
    >
      <p class={styles.question}>What was planned in this Sprint, and what was done?</p>
      <div class={styles.parameters}>
        <SprintChoice place={place} sprintId={sprintId} />
        <UnitChoice
          unit={unit}
          onChange={(chosen) => {
            route(chosen === 'items' ? `${path}?unit=items` : path, true);
          }}
        />
      </div>
      {error && <Refused error={error} onRetry={() => void refetch()} />}
      {!report && !error && <Skeleton label="Loading the report" lines={10} />}
      {report && <SprintReportBody place={place} report={report} unit={unit} />}
    </ProjectFrame>
  );
}

function SprintChoice({ place, sprintId }: { readonly place: ProjectPlace; readonly sprintId: string }) {
  const id = useId();
  const { route } = useLocation();
  const { data } = useQuery(sprintsQuery(place));
  return (
    <div class={styles.parameter}>
      <label for={id}>Sprint</label>
      <select
        id={id}
        value={sprintId}
        onChange={(event) => {
          route(sprintReportPage(place, event.currentTarget.value));
        }}
      >
        {data?.map((sprint) => (
          <option key={sprint.id} value={sprint.id}>
            {sprint.name}
          </option>
        ))}
      </select>
    </div>
  );
}

function UnitChoice({ unit, onChange }: { readonly unit: SprintUnit; readonly onChange: (unit: SprintUnit) => void }) {
  const id = useId();
  return (
    <div class={styles.parameter}>
      <label for={id}>Unit</label>
      <select
        id={id}
        value={unit}
        onChange={(event) => {
          onChange(event.currentTarget.value === 'items' ? 'items' : 'points');
        }}
      >
        <option value="points">Story points</option>
        <option value="items">Work Items</option>
      </select>
    </div>
  );
}
