import { STATUS_NAMES, WORD_NAMES } from '../work-item/words.js';
import type { ReportType } from './report-titles.js';

interface Choice {
  readonly value: string;
  readonly name: string;
}

/** A parameter of a report as a field of its page. Without a value the server uses its default. */
export interface Parameter {
  readonly name: string;
  readonly label: string;
  readonly kind: 'choice' | 'number' | 'day' | 'text' | 'query';
  readonly choices?: readonly Choice[];
  /** The choice that the server takes without a value. Without a default, all Work Items are taken. */
  readonly byDefault?: string;
  readonly placeholder?: string;
  readonly most?: number;
}

interface ReportKind {
  readonly question: string;
  /** The explanation of the figures for the user. */
  readonly definition: string;
  /** The member of the report that has its figures. */
  readonly figures: string;
  readonly parameters: readonly Parameter[];
}

/** Adds the default of the server to a choice (`docs/reports`). */
const byDefault = (value: string, parameter: Parameter): Parameter => ({ ...parameter, byDefault: value });

const choice = (name: string, label: string, ...choices: readonly (readonly [string, string])[]): Parameter => ({
  name,
  label,
  kind: 'choice',
  choices: choices.map(([value, title]) => ({ value, name: title })),
});
const number = (name: string, label: string, most: number, placeholder: string): Parameter => ({
  name,
  label,
  kind: 'number',
  most,
  placeholder,
});

const STATUSES = Object.entries(STATUS_NAMES);

const SPAN: readonly Parameter[] = [
  { name: 'start', label: 'From', kind: 'day' },
  { name: 'end', label: 'To', kind: 'day' },
];
const COUNTED = byDefault('count', choice('unit', 'Unit', ['count', 'Work Items'], ['points', 'Story points']));

const FILTERS: readonly Parameter[] = [
  choice('type', 'Type', ...Object.entries(WORD_NAMES.type)),
  choice('priority', 'Priority', ...Object.entries(WORD_NAMES.priority)),
  { name: 'label', label: 'Label', kind: 'text', placeholder: 'any' },
  { name: 'squeakql', label: 'Query', kind: 'query', placeholder: 'assignee = me()' },
];

/** The seven Project reports: their questions, definitions and parameters. */
export const KINDS: Readonly<Record<ReportType, ReportKind>> = {
  velocity: {
    question: 'How much does a team finish in a Sprint?',
    definition:
      'Committed is the content of a Sprint when it started. Completed is what became done within the Sprint before it ended. The rolling average is the mean of the last Sprints.',
    figures: 'velocity',
    parameters: [
      number('range', 'Sprints', 90, '6'),
      byDefault('points', choice('unit', 'Unit', ['points', 'Story points'], ['items', 'Work Items'])),
      number('window', 'Sprints in the average', 100, '3'),
      ...FILTERS,
    ],
  },
  'cumulative-flow': {
    question: 'How much work is in each status, day by day?',
    definition:
      'Each day shows the statuses of all Work Items at its end. Average work in progress and the departures give the average lead time (Little’s law).',
    figures: 'cumulativeFlow',
    parameters: [number('range', 'Days', 90, '30'), ...SPAN, COUNTED, ...FILTERS],
  },
  'control-chart': {
    question: 'How long did finished work take?',
    definition:
      'Cycle time runs from the first entry into the start status to the final entry into done; lead time runs from the creation. Days are 24 hours. Work that was reopened is not counted.',
    figures: 'controlChart',
    parameters: [
      number('range', 'Days', 90, '30'),
      ...SPAN,
      byDefault('cycle', choice('measure', 'Measure', ['cycle', 'Cycle time'], ['lead', 'Lead time'])),
      byDefault('in_progress', choice('cycleStartStatus', 'Cycle begins with', ...STATUSES)),
      number('window', 'Work Items in the mean', 100, '20'),
      ...FILTERS,
    ],
  },
  'ageing-wip': {
    question: 'How long has unfinished work been in its status?',
    definition: 'The age is the number of whole days since the latest entry into the present status.',
    figures: 'ageingWip',
    parameters: [
      { name: 'buckets', label: 'Limits of the bands', kind: 'text', placeholder: '3,7,14,30' },
      byDefault(
        'age',
        choice(
          'sort',
          'Order',
          ['age', 'Age'],
          ['workItem', 'Key'],
          ['status', 'Status'],
          ['assignee', 'Assignee'],
          ['since', 'Since'],
        ),
      ),
      choice('status', 'Status', ...STATUSES.slice(0, 4)),
      ...FILTERS,
    ],
  },
  'created-vs-resolved': {
    question: 'Does work arrive faster than it is finished?',
    definition:
      'Resolved counts the latest entry into done. Reopened counts the change out of done that followed it. Net is created less resolved plus reopened.',
    figures: 'createdVsResolved',
    parameters: [
      number('range', 'Days', 366, '30'),
      ...SPAN,
      byDefault('day', choice('interval', 'Interval', ['day', 'Day'], ['week', 'Week'], ['month', 'Month'])),
      ...FILTERS,
    ],
  },
  distribution: {
    question: 'What does the work consist of?',
    definition: 'A Work Item counts in each of its labels. After 50 groups the rest stands together as Other.',
    figures: 'distribution',
    parameters: [
      byDefault(
        'status',
        choice(
          'groupBy',
          'Group by',
          ['status', 'Status'],
          ['type', 'Type'],
          ['priority', 'Priority'],
          ['assignee', 'Assignee'],
          ['label', 'Label'],
        ),
      ),
      byDefault('open', choice('scope', 'Work Items', ['open', 'Open ones'], ['all', 'All'])),
      COUNTED,
      ...FILTERS,
    ],
  },
  'epic-progress': {
    question: 'How much of each epic is done?',
    definition: 'Only the direct children of an epic count, with their present statuses and points.',
    figures: 'epicProgress',
    parameters: [
      byDefault(
        'name',
        choice('sort', 'Order', ['name', 'Name'], ['progress', 'Progress'], ['targetDate', 'Target date']),
      ),
      ...FILTERS,
    ],
  },
};

const LIMITATIONS: Readonly<Record<string, string>> = {
  range_capped: 'The span was longer than this report shows; its latest days are shown.',
  rows_capped: 'There is more than a report reads; the newest is counted.',
  group_cap_applied: 'Small groups stand together as Other.',
  history_incomplete: 'The history of the Sprint is incomplete.',
  commitment_unavailable: 'The content of the Sprint at its start was not recorded, so there is no commitment.',
  planned_end_missing: 'The Sprint has no planned end; the ideal line ends on the last day.',
};

export const limitationInWords = (word: string): string => LIMITATIONS[word] ?? word;
