import { useLocation, useRoute } from 'preact-iso';
import type { ProjectPlace } from '../api/project-place.js';
import { Refusal } from '../api/refusal.js';
import { Empty } from '../parts/empty.js';
import { Section } from '../parts/section.js';
import { Skeleton } from '../parts/skeleton.js';
import { ProjectFrame, useProjectPlace } from '../project/project-frame.js';
import { diagnosticsOf } from '../search/refused-query.js';
import { NotFound, Refused } from '../shell/refused.js';
import { DrawingFrame, pageTheme } from './drawing-frame.js';
import { ParameterForm } from './parameter-form.js';
import { reportFile, useReport } from './report-data.js';
import { figureLinks, linksOfRow } from './report-links.js';
import { KINDS } from './report-kinds.js';
import { Figures, Files, Limitations, type FileEnding } from './report-parts.js';
import { ReportTable } from './report-table.js';
import { REPORT_TITLES, isReportType, type ReportType } from './report-titles.js';
import styles from './reports.module.css';

/** One Project report: its parameters are in the address. */
export function ReportScreen() {
  const { params } = useRoute();
  const place = useProjectPlace();
  const type = params.type ?? '';
  return isReportType(type) ? <Report key={type} place={place} type={type} /> : <NotFound />;
}

function Report({ place, type }: { readonly place: ProjectPlace; readonly type: ReportType }) {
  const { path, query: given, route } = useLocation();
  const query = new URLSearchParams(given);
  const { data: report, error, refetch, isPlaceholderData } = useReport(place, type, query);
  const title = REPORT_TITLES[type];
  const { question, definition, figures, parameters } = KINDS[type];
  const refused = diagnosticsOf(error);
  const isBadQuery = error instanceof Refusal && error.status === 400;
  if (error instanceof Refusal && error.status === 404) return <NotFound />;
  const addressOf = (changed: URLSearchParams) => (changed.size === 0 ? path : `${path}?${changed.toString()}`);
  const change = (changed: URLSearchParams) => {
    route(addressOf(changed), true);
  };
  /** Shows a part of the span. Back shows the span before. */
  const zoom = (first: string, last: string) => {
    const zoomed = new URLSearchParams(query);
    zoomed.delete('range');
    zoomed.set('start', first);
    zoomed.set('end', last);
    route(addressOf(zoomed));
  };
  const linksOf = (row: object) => (report ? linksOfRow(place, report, query, row) : {});
  const hasSpan = parameters.some(({ name }) => name === 'start');
  const theme = pageTheme.value;
  const fileOf = (ending: FileEnding) => {
    const wanted = new URLSearchParams(query);
    if (ending === 'svg' || ending === 'png') wanted.set('theme', theme);
    return reportFile(place, type, ending, wanted);
  };
  return (
    <ProjectFrame
      place={place}
      tab="Reports"
      title={title}
      actions={<Files name={`${place.project}-${type}`} fileOf={fileOf} />}
    >
      <p class={styles.question}>{question}</p>
      <ParameterForm
        place={place}
        parameters={parameters}
        query={query}
        onChange={change}
        errors={isBadQuery ? error.fieldErrors : {}}
        refused={refused && { text: query.get('squeakql') ?? '', diagnostics: refused }}
      />
      {error && !refused && <Refused error={error} {...(!isBadQuery && { onRetry: () => void refetch() })} />}
      {!report && !error && <Skeleton label="Loading the report" lines={10} />}
      {report && (
        <div class={styles.report} aria-busy={isPlaceholderData}>
          <Limitations words={report.limitations} />
          <Section title="Drawing">
            <DrawingFrame
              label={title}
              place={place}
              facts={[report]}
              draw={(drawings, look) => drawings.drawReport(type, report, look)}
              linksOf={linksOf}
              {...(hasSpan && { onSpan: zoom })}
            />
          </Section>
          <Section title="Figures">
            <Figures place={place} figures={memberOf(report, figures)} links={figureLinks(place, report, query)} />
          </Section>
          <Section title="How it is computed">
            <p class={styles.definition}>{definition}</p>
          </Section>
          <Section title="Rows">
            {report.items.length === 0 ? (
              <Empty icon="chart" text="This report has no rows yet." />
            ) : (
              <ReportTable place={place} caption="All rows" rows={report.items} linksOf={linksOf} />
            )}
          </Section>
        </div>
      )}
    </ProjectFrame>
  );
}

function memberOf(report: object, name: string): object {
  const member: unknown = Object.entries(report).find(([each]) => each === name)?.[1];
  return typeof member === 'object' && member !== null ? member : {};
}
