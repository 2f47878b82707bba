import { mark, type Mark } from './mark.js';

/** Statuses in the canonical order of the API. */
export const STATUSES = ['backlog', 'todo', 'in_progress', 'in_review', 'done'] as const;

export type Status = (typeof STATUSES)[number];

export const STATUS_NAMES: Readonly<Record<Status, string>> = {
  backlog: 'Backlog',
  todo: 'To do',
  in_progress: 'In progress',
  in_review: 'In review',
  done: 'Done',
};

/**
 * Colours of a drawing as `#rrggbb`. `ink` and `muted` are for text and have a contrast of at least 4.5:1 against `ground`;
 * `grid` and `band` are decoration; all others are for marks and have at least 3:1 (WCAG 2.2, 1.4.3 and 1.4.11).
 */
export interface Theme {
  readonly name: 'light' | 'dark';
  readonly ground: string;
  readonly ink: string;
  readonly muted: string;
  readonly grid: string;
  readonly band: string;
  readonly axis: string;
  /** The main series of a drawing. */
  readonly primary: string;
  /** The series that the main one is compared with. */
  readonly secondary: string;
  /** Averages, and the line of today. */
  readonly accent: string;
  readonly status: Readonly<Record<Status, string>>;
}

export const LIGHT: Theme = {
  name: 'light',
  ground: '#ffffff',
  ink: '#1b1f27',
  muted: '#56606f',
  grid: '#e6e9ee',
  band: '#f3f5f8',
  axis: '#7d8798',
  primary: '#2f6fd6',
  secondary: '#7d8798',
  accent: '#b4470f',
  status: { backlog: '#7d8798', todo: '#8390a5', in_progress: '#2f6fd6', in_review: '#7a5bd0', done: '#1d6346' },
};

export const DARK: Theme = {
  name: 'dark',
  ground: '#14171c',
  ink: '#eceff4',
  muted: '#a7b0be',
  grid: '#2a2f38',
  band: '#1c2027',
  axis: '#768195',
  primary: '#6ea3f5',
  secondary: '#8a95a8',
  accent: '#f2a56b',
  status: { backlog: '#8a95a8', todo: '#697588', in_progress: '#6ea3f5', in_review: '#a78bfa', done: '#8fe3b8' },
};

export const THEMES = { light: LIGHT, dark: DARK } as const;

/** Hatched fills keep the neighbours of a stack distinguishable without colour. */
const HATCHED = { backlog: 'M-2,2L2,-2M0,8L8,0M6,10L10,6', in_review: 'M-2,6L2,10M0,0L8,8M6,-2L10,2' } as const;

const isHatched = (status: Status): status is keyof typeof HATCHED => status in HATCHED;

const patternId = (theme: Theme, status: Status) => `worktrack-${theme.name}-${status}`;

/** Returns the fill of a status: a colour, or a reference to a pattern of `patterns`. */
export function statusFill(theme: Theme, status: Status): string {
  return isHatched(status) ? `url(#${patternId(theme, status)})` : theme.status[status];
}

/** Definitions of the patterns that `statusFill` refers to. Their ids are constant: equal ids on a page mean equal patterns. */
export function patterns(theme: Theme): Mark {
  const definitions = STATUSES.filter(isHatched).map((status) =>
    mark(
      'pattern',
      { id: patternId(theme, status), width: 8, height: 8, patternUnits: 'userSpaceOnUse' },
      mark('rect', { width: 8, height: 8, fill: theme.status[status], 'fill-opacity': 0.22 }),
      mark('path', { d: HATCHED[status], stroke: theme.status[status], 'stroke-width': 2.2, fill: 'none' }),
    ),
  );
  return mark('defs', {}, ...definitions);
}
