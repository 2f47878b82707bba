import type { ComponentChildren } from 'preact';
import type { ProjectPlace } from '../api/project-place.js';
import { Empty } from '../parts/empty.js';
import { Section } from '../parts/section.js';
import { STATUS_NAMES } from '../work-item/words.js';
import { DrawingFrame, pageTheme } from './drawing-frame.js';
import { sprintFile, type FeedRow, type WholeSprintReport } from './report-data.js';
import { Files, Limitations } from './report-parts.js';
import { ReportTable } from './report-table.js';
import { sprintLinks, type SprintLinks } from './sprint-links.js';
import type { Links, PartLink } from './report-links.js';
import { SECTION_NAMES, type SprintSection, type SprintUnit } from './sprint-sections.js';
import styles from './reports.module.css';

const DEFAULT_SECTIONS: readonly SprintSection[] = ['burndown', 'summary', 'statuses', 'feed'];

interface BodyProps {
  readonly place: ProjectPlace;
  readonly report: WholeSprintReport;
  readonly unit: SprintUnit;
  /** The parts to show, in this order. */
  readonly sections?: readonly SprintSection[];
  /** The colors of the drawing; without them, those of the page. */
  readonly colors?: 'light' | 'dark' | undefined;
}

/** The content of a Sprint report. */
export const SprintReportBody = ({ sections = DEFAULT_SECTIONS, ...shown }: BodyProps) => (
  <div class={styles.report}>
    <Limitations words={shown.report.limitations} />
    {sections.map((section) => (
      <Section key={section} title={SECTION_NAMES[section]}>
        <SectionContent section={section} {...shown} />
      </Section>
    ))}
    <Section title="How it is computed">
      <p class={styles.definition}>
        The commitment is the content of the Sprint at its start. The final scope is its content at its end, or now.
        Completed is what became done within the Sprint. Points of a Work Item without an estimate count 0.
      </p>
    </Section>
  </div>
);

interface SectionContentProps extends Omit<BodyProps, 'sections'> {
  readonly section: SprintSection;
}

function SectionContent({ section, place, report, unit, colors }: SectionContentProps) {
  const links = sprintLinks(place, report);
  const summary = summaryOf(report, links);
  const ofStatus = (row: object | undefined): Links =>
    linked(row && 'status' in row ? links.statuses[row.status as FeedRow['status']] : undefined);
  switch (section) {
    case 'burndown':
      return (
        <DrawingFrame
          label="Sprint report"
          place={place}
          facts={[report, unit]}
          colors={colors}
          draw={(drawings, look) => drawings.drawSprintReport(report, unit, look)}
          linksOf={ofStatus}
        />
      );
    case 'summary':
      return (
        <ReportTable
          place={place}
          caption="Figures of the Sprint"
          rows={summary.map(({ row }) => row)}
          linksOf={(_, at) => summary[at]?.links ?? {}}
        />
      );
    case 'statuses':
      return (
        <ReportTable
          place={place}
          caption="Final scope by status"
          rows={statusesOf(report)}
          linksOf={(_, at) => ofStatus(report.statuses[at])}
        />
      );
    case 'feed':
      return report.items.length === 0 ? (
        <Empty icon="activity" text="Nothing was added to this Sprint, removed from it or carried over." />
      ) : (
        <ReportTable place={place} caption="Scope changes and carryover" rows={report.items.map(feedRowOf)} />
      );
  }
}

const figure = (name: string, workItems: number | null, points: number | null, link?: PartLink) => ({
  row: { figure: name, workItems, points },
  links: linked(link),
});

/** The links of the figures of a row, which all count the same Work Items. */
const linked = (link: PartLink | undefined): Links => (link ? { workItems: link, points: link } : {});

/** The commitment has no figures when the content of the Sprint at its start was not recorded. */
function summaryOf({ plannedScope, commitment, completion, mode }: WholeSprintReport, links: SprintLinks) {
  const planned = figure('Planned', plannedScope.itemCount, plannedScope.points, links.planned);
  if (mode === 'future') return [planned];
  const { finalScope, completed, percentages } = completion;
  const { itemPercent, pointPercent } = percentages.finalScope;
  return [
    planned,
    commitment.available
      ? figure('Committed', commitment.itemCount, commitment.points, links.committed)
      : figure('Committed', null, null),
    figure('Final scope', finalScope.itemCount, finalScope.points, links.finalScope),
    figure('Completed', completed.itemCount, completed.points, links.completed),
    figure('Completed, percent of the final scope', itemPercent, pointPercent),
  ];
}

const statusesOf = ({ statuses }: WholeSprintReport) =>
  statuses.map(({ status, itemCount, points }) => ({ status: STATUS_NAMES[status], workItems: itemCount, points }));

const feedRowOf = (row: FeedRow) => ({
  key: row.key,
  title: row.title,
  change: row.kind === 'carryover' ? 'carried over' : row.changeType,
  on: row.occurredAt,
  status: STATUS_NAMES[row.status],
  points: row.storyPoints,
  to: row.kind === 'carryover' ? row.destination.name : null,
});

interface FilesProps extends Pick<BodyProps, 'place' | 'unit' | 'colors'> {
  readonly sprintId: string;
  readonly children?: ComponentChildren;
}

/** The files of a Sprint report. The drawings have the unit and the colors of the page. */
export function SprintReportFiles({ place, sprintId, unit, colors, children }: FilesProps) {
  const theme = colors ?? pageTheme.value;
  return (
    <Files
      name={`${place.project}-sprint-report`}
      fileOf={(ending) => {
        const isDrawing = ending === 'svg' || ending === 'png';
        const wanted = new URLSearchParams(isDrawing ? { unit, theme } : {});
        return sprintFile(place, sprintId, ending, wanted);
      }}
    >
      {children}
    </Files>
  );
}
