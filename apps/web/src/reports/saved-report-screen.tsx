import { useQuery } from '@tanstack/preact-query';
import { DARK, LIGHT, MAX_WIDTH, MIN_WIDTH, drawSprint } from '@worktrack/charts';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { answerOf, api, type Schemas } from '../api/client.js';
import { Refusal } from '../api/refusal.js';
import { LinkButton } from '../parts/button.js';
import { Chart } from '../parts/chart.js';
import { Empty } from '../parts/empty.js';
import { Icon } from '../parts/icon.js';
import { Section } from '../parts/section.js';
import { Skeleton } from '../parts/skeleton.js';
import { shortDay } from '../shell/days.js';
import { Page } from '../shell/page.js';
import { theme as ownTheme } from '../shell/preferences.js';
import { NotFound, Refused } from '../shell/refused.js';
import { STATUS_NAMES } from '../work-item/words.js';
import { PinButton, ReportActions, Sharing, sprintWords } from './saved-report-list.js';
import { useSavedReport, type ProjectPlace, type ReportSettings, type SavedReport } from './saved-reports.js';
import styles from './saved-reports.module.css';

type SprintReport = Schemas['SprintReport'];

/** The most rows of the feed that the API answers at once. */
const MOST_ROWS = 100;

/** A saved Sprint report: the report of the moment, in the form that its owner chose. */
export function SavedReportScreen() {
  const { params } = useRoute();
  const { route } = useLocation();
  const place = { organization: params.org ?? '', project: (params.project ?? '').toUpperCase() };
  const { data: report, error, refetch } = useSavedReport(place, params.id ?? '');
  if (error instanceof Refusal && error.status === 404) return <NotFound />;
  const leave = () => {
    route(`/o/${place.organization}/${place.project}`);
  };
  return (
    <Page
      title={report?.name ?? 'Saved Sprint report'}
      above={
        <>
          <a href={`/o/${place.organization}/${place.project}`}>{place.project}</a>
          {report && <span>{sprintWords(report)}</span>}
          {report && <Sharing report={report} />}
        </>
      }
      actions={
        report && (
          <span class={styles.actions}>
            <PinButton place={place} report={report} />
            <ReportActions place={place} report={report} onDeleted={leave} />
          </span>
        )
      }
    >
      {error && !report && <Refused error={error} onRetry={() => void refetch()} />}
      {!report && !error && <Skeleton label="Loading the saved report" lines={10} />}
      {report && <Content place={place} report={report} />}
    </Page>
  );
}

interface ContentProps {
  readonly place: ProjectPlace;
  readonly report: SavedReport;
}

function Content({ place, report }: ContentProps) {
  const { currentSprint, sprint } = report;
  if (currentSprint) return <SprintOfReport place={place} settings={report.settings} sprintId={currentSprint.id} />;
  const text =
    sprint === 'active'
      ? 'No Sprint of this Project is active at the moment. The report is back as soon as one starts.'
      : sprint === 'last-completed'
        ? 'No Sprint of this Project has been completed yet.'
        : 'The Sprint of this report is gone.';
  return <Empty icon="chart" text={text} />;
}

interface SprintOfReportProps {
  readonly place: ProjectPlace;
  readonly settings: ReportSettings;
  readonly sprintId: string;
}

function SprintOfReport({ place: { organization, project }, settings, sprintId }: SprintOfReportProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['report', organization, project, 'sprint', sprintId, 'first page'],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/sprints/{sprintId}/report', {
          params: {
            path: { organizationSlug: organization, projectKey: project, sprintId },
            query: { limit: MOST_ROWS },
          },
          signal,
        }),
      ),
  });
  if (error && !data) return <Refused error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton label="Loading the Sprint report" lines={10} />;
  const file = (name: string) => `/api/organizations/${organization}/projects/${project}/sprints/${sprintId}/${name}`;
  return (
    <>
      {settings.sections.map((section) => {
        if (section === 'summary') return <Summary key={section} report={data} unit={settings.unit} />;
        if (section === 'statuses') return <Statuses key={section} report={data} unit={settings.unit} />;
        if (section === 'burndown') return <Burndown key={section} report={data} settings={settings} />;
        return <Feed key={section} report={data} organization={organization} />;
      })}
      <div class={styles.files}>
        <LinkButton href={file('report.csv')} download>
          <Icon name="download" /> CSV
        </LinkButton>
        <LinkButton href={file(`report.svg?unit=${settings.unit}`)} download>
          <Icon name="download" /> SVG
        </LinkButton>
        <LinkButton href={file(`report.png?unit=${settings.unit}`)} download>
          <Icon name="download" /> PNG
        </LinkButton>
      </div>
    </>
  );
}

interface PartProps {
  readonly report: SprintReport;
  readonly unit: ReportSettings['unit'];
}

const inUnit = ({ itemCount, points }: { itemCount: number; points: number }, unit: ReportSettings['unit']) =>
  unit === 'points' ? points : itemCount;

const UNIT_NAMES = { points: 'Story points', items: 'Work Items' } as const;

function Summary({ report: { mode, commitment, plannedScope, completion, remaining }, unit }: PartProps) {
  const rows: readonly (readonly [string, number | null])[] =
    mode === 'future'
      ? [['Planned', inUnit(plannedScope, unit)]]
      : [
          ['Committed', commitment.available ? inUnit(commitment, unit) : null],
          ['In the Sprint', inUnit(completion.finalScope, unit)],
          ['Completed', inUnit(completion.completed, unit)],
          ['Remaining', inUnit(remaining, unit)],
        ];
  return (
    <Section title="Summary">
      <Table columns={['Figure', UNIT_NAMES[unit]]}>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td data-number>{value ?? 'unknown'}</td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}

const Statuses = ({ report: { statuses }, unit }: PartProps) => (
  <Section title="Statuses">
    <Table columns={['Status', UNIT_NAMES[unit]]}>
      {statuses.map((one) => (
        <tr key={one.status}>
          <th scope="row">{STATUS_NAMES[one.status]}</th>
          <td data-number>{inUnit(one, unit)}</td>
        </tr>
      ))}
    </Table>
  </Section>
);

interface BurndownProps {
  readonly report: SprintReport;
  readonly settings: ReportSettings;
}

/** The drawing of the Sprint, and its days as a table. */
function Burndown({ report, settings }: BurndownProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => {
      setWidth(Math.round(Math.max(MIN_WIDTH, Math.min(element.clientWidth, MAX_WIDTH))));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, []);
  const isDark = useIsDark(settings.theme);
  const drawing =
    width === undefined ? undefined : drawSprint(report, { width, theme: isDark ? DARK : LIGHT, unit: settings.unit });
  const { display } = report.burndown;
  return (
    <Section title="Burndown">
      <div ref={frame} class={styles.drawing} role="img" aria-label={drawing?.finding ?? 'The burndown of the Sprint'}>
        {drawing && <Chart mark={drawing.mark} />}
      </div>
      {display.length > 0 && (
        <details class={styles.details}>
          <summary>Days as a table</summary>
          <Table columns={['Day', 'Remaining story points', 'Ideal']}>
            {display.map(({ date, remaining, ideal }) => (
              <tr key={date}>
                <th scope="row">{shortDay(date)}</th>
                <td data-number>{remaining}</td>
                <td data-number>{ideal}</td>
              </tr>
            ))}
          </Table>
        </details>
      )}
    </Section>
  );
}

/** True when a drawing with this setting is dark now. */
function useIsDark(setting: ReportSettings['theme']): boolean {
  const [isSystemDark, setSystemDark] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches);
  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: dark)');
    const notice = () => {
      setSystemDark(query.matches);
    };
    query.addEventListener('change', notice);
    return () => {
      query.removeEventListener('change', notice);
    };
  }, []);
  const wanted = setting === 'auto' ? ownTheme.value : setting;
  return wanted === 'auto' ? isSystemDark : wanted === 'dark';
}

interface FeedProps {
  readonly report: SprintReport;
  readonly organization: string;
}

function Feed({ report: { items, page }, organization }: FeedProps) {
  return (
    <Section title="Scope changes and carryover">
      {items.length === 0 ? (
        <Empty icon="activity" text="Nothing was added to this Sprint after its start, removed or carried over." />
      ) : (
        <Table columns={['Work Item', 'Change', 'Day', 'Story points']}>
          {items.map((entry) => (
            <tr key={entry.id}>
              <th scope="row">
                <a href={`/o/${organization}/items/${entry.key}`}>{entry.key}</a> {entry.title}
              </th>
              <td>{changeOf(entry)}</td>
              <td>{shortDay(entry.occurredAt)}</td>
              <td data-number>{entry.storyPoints ?? '–'}</td>
            </tr>
          ))}
        </Table>
      )}
      {page.hasMore && <p class={styles.note}>These are the first {MOST_ROWS}; the CSV file has all of them.</p>}
    </Section>
  );
}

function changeOf(entry: SprintReport['items'][number]): string {
  if (entry.kind === 'carryover') return `Carried over to ${entry.destination.name}`;
  return entry.changeType === 'added' ? 'Added' : 'Removed';
}

interface TableProps {
  readonly columns: readonly string[];
  readonly children: ComponentChildren;
}

const Table = ({ columns, children }: TableProps) => (
  <div class={styles.scroll} tabIndex={0} role="region" aria-label={`Table: ${columns.join(', ')}`}>
    <table class={styles.table}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);
