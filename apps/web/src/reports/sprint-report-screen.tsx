import { useLocation, useRoute } from 'preact-iso';
import { useId } from 'preact/hooks';
import { Refusal } from '../api/refusal.js';
import { Empty } from '../parts/empty.js';
import { Section } from '../parts/section.js';
import { Skeleton } from '../parts/skeleton.js';
import { Page } from '../shell/page.js';
import { NotFound, Refused } from '../shell/refused.js';
import { SPRINT_REPORT_ACTIONS } from '../shell/slots.js';
import { STATUS_NAMES } from '../work-item/words.js';
import { DrawingFrame, pageTheme } from './drawing-frame.js';
import { sprintFile, useSprintReport, useSprints, type ProjectPlace, type WholeSprintReport } from './report-data.js';
import { Files, Limitations } from './report-parts.js';
import { ReportTable } from './report-table.js';
import styles from './reports.module.css';

type Unit = 'points' | 'items';

/** The report of one Sprint. */
export function SprintReportScreen() {
  const { params } = useRoute();
  const { path, query, route } = useLocation();
  const place = { organization: params.org ?? '', project: (params.project ?? '').toUpperCase() };
  const sprintId = params.sprint ?? '';
  const unit: Unit = query.unit === 'items' ? 'items' : 'points';
  const { data: report, error, refetch } = useSprintReport(place, sprintId);
  if (error instanceof Refusal && [400, 404].includes(error.status)) return <NotFound />;
  const fileOf = (ending: string) => {
    const wanted = new URLSearchParams();
    if (ending !== 'csv' && unit === 'items') wanted.set('unit', unit);
    if (ending !== 'csv' && pageTheme.value === 'dark') wanted.set('theme', 'dark');
    return sprintFile(place, sprintId, ending, wanted);
  };
  return (
    <Page
      title={report ? `Sprint report: ${report.sprint.name}` : 'Sprint report'}
      above={<a href={`/o/${place.organization}/${place.project}/reports`}>{place.project} · Reports</a>}
      actions={
        <Files fileOf={fileOf}>
          {report &&
            SPRINT_REPORT_ACTIONS.map((Action, at) => (
              <Action key={at} {...place} sprint={{ id: sprintId, name: report.sprint.name }} />
            ))}
        </Files>
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
    </Page>
  );
}

export type SprintSection = 'summary' | 'burndown' | 'statuses' | 'feed';

const ALL_SECTIONS: readonly SprintSection[] = ['summary', 'burndown', 'statuses', 'feed'];

interface SprintReportBodyProps {
  readonly place: ProjectPlace;
  readonly report: WholeSprintReport;
  readonly unit: Unit;
  readonly sections?: readonly SprintSection[];
  readonly colours?: 'light' | 'dark' | undefined;
}

/** The content of a Sprint report. */
export function SprintReportBody({ place, report, unit, sections = ALL_SECTIONS, colours }: SprintReportBodyProps) {
  const has = (section: SprintSection) => sections.includes(section);
  return (
    <div class={styles.report}>
      <Limitations words={report.limitations} />
      {has('burndown') && (
        <Section title="Drawing">
          <DrawingFrame
            label="Sprint report"
            project={place.project}
            facts={[report, unit]}
            colours={colours}
            draw={(drawings, look) => drawings.drawSprintReport(report, unit, look)}
          />
        </Section>
      )}
      {has('summary') && (
        <Section title="Figures">
          <Summary report={report} />
        </Section>
      )}
      {has('statuses') && (
        <Section title="Statuses">
          <ReportTable
            caption="Final scope by status"
            rows={report.statuses.map(({ status, itemCount, points }) => ({
              status: STATUS_NAMES[status],
              workItems: itemCount,
              points,
            }))}
          />
        </Section>
      )}
      {has('feed') && (
        <Section title="Scope changes and carryover">
          {report.items.length === 0 ? (
            <Empty icon="activity" text="Nothing was added to this Sprint, removed from it or carried over." />
          ) : (
            <ReportTable caption="Scope changes and carryover" rows={report.items.map(feedRowOf)} />
          )}
        </Section>
      )}
      <Section title="How it is computed">
        <p class={styles.definition}>
          The commitment is the content of the Sprint at its start. The final scope is its content at its end, or now.
          Completed is what became done within the Sprint. Points of a Work Item without an estimate count 0.
        </p>
      </Section>
    </div>
  );
}

const feedRowOf = ({
  key,
  title,
  kind,
  changeType,
  occurredAt,
  status,
  storyPoints,
  destination,
}: WholeSprintReport['items'][number]) => ({
  key,
  title,
  change: kind === 'carryover' ? 'carried over' : (changeType ?? null),
  on: occurredAt,
  status: status.replace('_', ' '),
  points: storyPoints,
  to: destination?.name ?? null,
});

function Summary({ report: { plannedScope, commitment, completion, mode } }: { readonly report: WholeSprintReport }) {
  const { finalScope, completed, percentages } = completion;
  const rows = [
    ['Planned', plannedScope.itemCount, plannedScope.points],
    ...(mode === 'future'
      ? []
      : [
          ['Committed', commitment.itemCount, commitment.points],
          ['Final scope', finalScope.itemCount, finalScope.points],
          ['Completed', completed.itemCount, completed.points],
          [
            'Completed, per cent of the final scope',
            percentages.finalScope.itemPercent,
            percentages.finalScope.pointPercent,
          ],
        ]),
  ] as const;
  return (
    <ReportTable
      caption="Figures of the Sprint"
      rows={rows.map(([figure, workItems, points]) => ({ figure, workItems, points }))}
    />
  );
}

function SprintChoice({ place, sprintId }: { readonly place: ProjectPlace; readonly sprintId: string }) {
  const id = useId();
  const { route } = useLocation();
  const { data } = useSprints(place);
  return (
    <div class={styles.parameter}>
      <label for={id}>Sprint</label>
      <select
        id={id}
        value={sprintId}
        onChange={(event) => {
          route(`/o/${place.organization}/${place.project}/sprints/${event.currentTarget.value}/report`);
        }}
      >
        {data?.items.map((sprint) => (
          <option key={sprint.id} value={sprint.id}>
            {sprint.name}
          </option>
        ))}
      </select>
    </div>
  );
}

function UnitChoice({ unit, onChange }: { readonly unit: Unit; readonly onChange: (unit: Unit) => void }) {
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
