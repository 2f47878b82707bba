import {
  WORK_ITEM_STATUSES,
  ageingWip,
  controlChart,
  createdVsResolved,
  cumulativeFlow,
  daysOf,
  distribution,
  epicProgress,
  intervalsOf,
  velocity,
  type ReportLimitation,
  type ReportRows,
  type WorkItemStatus,
} from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import { inText } from './in-text.js';
import type { ProjectReportFeeds } from './project-report-feeds.js';
import type {
  AgeingWipQuery,
  ControlChartQuery,
  CreatedVsResolvedQuery,
  CumulativeFlowQuery,
  DistributionQuery,
  EpicProgressQuery,
  VelocityQuery,
} from './project-report-query.js';
import type {
  AgeingWipDefinition,
  ControlChartDefinition,
  CreatedVsResolvedDefinition,
  CumulativeFlowDefinition,
  DistributionDefinition,
  EpicProgressDefinition,
  ReportParameters,
  VelocityDefinition,
} from './project-report.view.js';
import type { ReportPopulation } from './report-population.js';
import { cutSpan } from './span-request.js';

/** Where a report takes its facts from, and whose they are. */
export interface ReportSource {
  readonly feeds: ProjectReportFeeds;
  readonly scope: ProjectScope;
  readonly population: ReportPopulation;
}

/** A report as far as it depends on its type: all of its rows. */
export interface MadeReport<Row, Named, Definition> {
  /** Beside those that every report has. */
  readonly parameters: ReportParameters;
  readonly definition: Definition;
  /** The object of the type, under its name. */
  readonly named: Named;
  readonly rows: ReportRows<Row>;
  readonly limitations: readonly ReportLimitation[];
}

const MOST_SPRINTS = 90;

export async function makeVelocity({ feeds, scope, population }: ReportSource, query: VelocityQuery) {
  const { unit, window } = query;
  const range = Math.min(query.range, MOST_SPRINTS);
  // So many before the first row count in its rolling average.
  const sprints = await feeds.velocity(scope, { population, latest: range + window - 1 });
  const { figures, rows, limitations } = velocity(sprints, { range, unit, window });
  const definition: VelocityDefinition = {
    commitment: 'baseline_at_start',
    completion: 'done_within_sprint_before_boundary',
  };
  return {
    parameters: { range, unit, window },
    definition,
    named: { velocity: figures },
    rows,
    limitations: query.range > range ? (['range_capped', ...limitations] as const) : limitations,
  };
}

/** Days, of a time series that is not told otherwise. */
const MOST_DAYS = 90;

export async function makeCumulativeFlow({ feeds, scope, population }: ReportSource, query: CumulativeFlowQuery) {
  const { unit, sprint = null } = query;
  const { span, shown, ...cut } = cutSpan(query, population.generatedAt, MOST_DAYS);
  const boundaries = cut.boundariesOf(intervalsOf(span, 'day'));
  const facts = await feeds.cumulativeFlow(scope, { population, boundaries });
  const { figures, rows, limitations } = cumulativeFlow(facts, { days: daysOf(span), unit });
  const definition: CumulativeFlowDefinition = { snapshot: 'end_of_day', statusOrder: WORK_ITEM_STATUSES };
  return {
    parameters: { ...cut.parameters, unit, sprint },
    definition,
    named: { cumulativeFlow: { unit, ...shown, statuses: WORK_ITEM_STATUSES, ...figures } },
    rows,
    limitations: [...cut.limitations, ...limitations],
  };
}

export async function makeControlChart({ feeds, scope, population }: ReportSource, query: ControlChartQuery) {
  const { measure, cycleStartStatus, window } = query;
  const { span, ...cut } = cutSpan(query, population.generatedAt, MOST_DAYS);
  const startStatus = measure === 'cycle' ? cycleStartStatus : null;
  const facts = await feeds.controlChart(scope, { population, boundaries: cut.boundariesOf([span]), startStatus });
  const from = startStatus === null ? ({ kind: 'lead' } as const) : ({ kind: 'cycle', startStatus } as const);
  const { figures, rows, limitations } = controlChart(facts, { measure: from, window });
  const definition: ControlChartDefinition = {
    completion: 'final_entry_to_done',
    start: measure === 'lead' ? 'created' : 'first_entry_to_start_status',
  };
  return {
    parameters: { ...cut.parameters, measure, cycleStartStatus, window },
    definition,
    named: { controlChart: { measure, cycleStartStatus: startStatus, ...figures } },
    rows,
    limitations: [...cut.limitations, ...limitations],
  };
}

/** What is in work, unless a filter chooses another status. */
const IN_WORK: readonly WorkItemStatus[] = ['in_progress', 'in_review'];

export async function makeAgeingWip({ feeds, scope, population }: ReportSource, query: AgeingWipQuery) {
  const { buckets, sort, sprint = null, status } = query;
  const facts = await feeds.ageingWip(scope, { population, statuses: status ? [status] : IN_WORK });
  const { figures, rows, limitations } = ageingWip(facts, { asOf: population.generatedAt, limits: buckets, sort });
  const definition: AgeingWipDefinition = { age: 'time_in_current_status', limits: 'inclusive' };
  return {
    parameters: { buckets, sort, sprint },
    definition,
    named: { ageingWip: inText(figures) },
    rows,
    limitations,
  };
}

const MOST_DAYS_OF_INTERVALS = 366;

export async function makeCreatedVsResolved({ feeds, scope, population }: ReportSource, query: CreatedVsResolvedQuery) {
  const { interval, sprint = null } = query;
  const { span, shown, ...cut } = cutSpan(query, population.generatedAt, MOST_DAYS_OF_INTERVALS);
  const intervals = intervalsOf(span, interval);
  const facts = await feeds.createdVsResolved(scope, { population, boundaries: cut.boundariesOf(intervals) });
  const { figures, rows, limitations } = createdVsResolved(facts, intervals);
  const definition: CreatedVsResolvedDefinition = { resolved: 'latest_entry_to_done', weekStart: 'monday' };
  return {
    parameters: { ...cut.parameters, interval, sprint },
    definition,
    named: { createdVsResolved: { interval, ...shown, ...figures } },
    rows,
    limitations: [...cut.limitations, ...limitations],
  };
}

export async function makeDistribution({ feeds, scope, population }: ReportSource, query: DistributionQuery) {
  const { groupBy, unit, sprint = null } = query;
  const facts = await feeds.distribution(scope, { population, groupBy, onlyOpen: query.scope === 'open' });
  const { figures, rows, limitations } = distribution(facts, { groupBy, unit, scope: query.scope });
  const definition: DistributionDefinition = { groupCap: 50, none: 'explicit' };
  return {
    parameters: { groupBy, scope: query.scope, unit, sprint },
    definition,
    named: { distribution: figures },
    rows,
    limitations,
  };
}

export async function makeEpicProgress({ feeds, scope, population }: ReportSource, query: EpicProgressQuery) {
  const { sort } = query;
  const { figures, rows, limitations } = epicProgress(await feeds.epicProgress(scope, { population }), { sort });
  const definition: EpicProgressDefinition = { rollup: 'direct_children' };
  return { parameters: { sort }, definition, named: { epicProgress: figures }, rows, limitations };
}
