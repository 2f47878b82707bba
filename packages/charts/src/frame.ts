import { mark, type Mark } from './mark.js';
import { type Weight, shorten, userText, widthOf, wrap } from './text.js';
import { patterns, STATUS_NAMES, statusFill, STATUSES, type Theme } from './theme.js';
import type { Tick } from './ticks.js';

/** A place of a drawing that a reader steps to with the keyboard or points at, in pixels, with the sentence to speak there. */
export interface DrawingPoint {
  readonly x: number;
  readonly y: number;
  readonly label: string;
  /** The row of the report that is drawn here. */
  readonly row: object;
  /** The part of the drawing that belongs to the row. A dot has none: what is near it belongs to it. */
  readonly area?: Panel;
}

/** A drawing with its texts and points for readers who do not see it. */
export interface Drawing {
  /** The whole drawing; its root is `svg` with `width`, `height` and `viewBox` in pixels. */
  readonly mark: Mark;
  readonly title: string;
  /** One sentence that says what the drawing shows. */
  readonly finding: string;
  /** One point for each row that is drawn, in reading order. */
  readonly points: readonly DrawingPoint[];
}

/** The options of every drawing. */
export interface DrawingOptions {
  /** Pixels, an integer from 320 to 2,400. The height follows from the content. */
  readonly width: number;
  readonly theme: Theme;
  /** Name of the Project for the subtitle. */
  readonly project?: string;
  /** The days on which instants lie [those of UTC]. */
  readonly days?: Days;
  /** True for a drawing without texts: one that is shown too small to read them [false]. */
  readonly withoutTexts?: boolean;
}

/** The days of a time zone. */
export interface Days {
  /** The name of the zone. */
  readonly zone: string;
  /** Returns the day of an instant as `YYYY-MM-DD`. */
  readonly dayOf: (instant: string) => string;
}

/** The days of UTC. */
export const UTC_DAYS: Days = { zone: 'UTC', dayOf: (instant) => instant.slice(0, 10) };

/** The bounds of `width`, in pixels. */
export const MIN_WIDTH = 320;
export const MAX_WIDTH = 2_400;

/** Drawings with narrower space put less side by side. */
export const NARROW = 560;

/** The size of texts, in pixels. */
export const SIZE = 12;
const TITLE_SIZE = 16;
/** The empty space around a drawing, in pixels. */
export const MARGIN = 16;
/** Height of a line of text. */
export const LINE = 17;
const FONT = 'Inter, system-ui, sans-serif';

const LIMITATIONS: Readonly<Record<string, string>> = {
  range_capped: 'span shortened to the longest permitted',
  rows_capped: 'not all rows are counted',
  group_cap_applied: 'small groups are combined in Other',
  history_incomplete: 'the history is incomplete',
  commitment_unavailable: 'the commitment was not recorded',
  planned_end_missing: 'the Sprint has no planned end',
};

/** Returns the words for limits of a report as text; unknown words stay as they are. */
export function limitationsInWords(limitations: readonly string[]): string[] {
  return limitations.map((word) => LIMITATIONS[word] ?? word);
}

interface TextOptions {
  readonly x: number;
  readonly y: number;
  readonly fill: string;
  readonly size?: number;
  readonly weight?: Weight;
  readonly anchor?: 'start' | 'middle' | 'end';
  /** Pixels that the text can take. A longer text is shortened, and is whole in a `<title>`. */
  readonly width?: number;
}

/** Creates a text whose baseline is at `y`. */
export function text(content: string, options: TextOptions): Mark {
  const { x, y, fill, size = SIZE, weight = 400, anchor = 'start', width = Infinity } = options;
  const shown = shorten(content, width, size, weight);
  const attributes = {
    x,
    y,
    fill,
    ...(size === SIZE ? {} : { 'font-size': size }),
    ...(weight === 400 ? {} : { 'font-weight': weight }),
    ...(anchor === 'start' ? {} : { 'text-anchor': anchor }),
  };
  return shown === content
    ? mark('text', attributes, content)
    : mark('text', attributes, mark('title', {}, content), shown);
}

/** Draws a straight line, in pixels from the upper left corner. */
export function line(x1: number, y1: number, x2: number, y2: number, stroke: string, dash?: string): Mark {
  return mark('line', { x1, y1, x2, y2, stroke, ...(dash === undefined ? {} : { 'stroke-dasharray': dash }) });
}

/** An entry of a legend: a text and how its series is drawn. */
export interface LegendEntry {
  readonly text: string;
  readonly kind: 'box' | 'line' | 'dashed' | 'dotted' | 'dot';
  /** A colour or a pattern. */
  readonly paint: string;
  readonly opacity?: number;
}

const SWATCH = 18;

/** The patterns of broken lines, in pixels. */
export const DASHES = { dashed: '6 4', dotted: '2 3' } as const;

function swatch({ kind, paint, opacity = 1 }: LegendEntry, x: number, y: number): Mark {
  if (kind === 'box') {
    return mark('rect', {
      x: x + 2,
      y: y - 10,
      width: 11,
      height: 11,
      fill: paint,
      ...(opacity < 1 ? { opacity } : {}),
    });
  }
  if (kind === 'dot') return mark('circle', { cx: x + 7, cy: y - 4, r: 3.5, fill: paint });
  const dash = kind === 'line' ? {} : { 'stroke-dasharray': DASHES[kind] };
  return mark('line', { x1: x, x2: x + 14, y1: y - 4, y2: y - 4, stroke: paint, 'stroke-width': 2, ...dash });
}

/**
 * One drawing in the making, from the top down: `y` is where the next part begins, and each part that is added moves it.
 * Throws `RangeError` for a width that is not allowed.
 */
export class Sheet {
  readonly left = MARGIN;
  readonly right: number;
  y = 0;
  private readonly marks: Mark[] = [];

  constructor(
    readonly options: DrawingOptions,
    private readonly title: string,
    subtitle: readonly string[],
  ) {
    const { width, theme, project } = options;
    if (!Number.isInteger(width) || width < MIN_WIDTH || width > MAX_WIDTH) {
      throw new RangeError(`The width of a drawing is an integer from ${MIN_WIDTH} to ${MAX_WIDTH}, not ${width}.`);
    }
    this.right = width - MARGIN;
    this.y = MARGIN;
    if (this.isWithoutTexts) return;
    const room = this.right - this.left;
    this.add(text(title, { x: this.left, y: 30, fill: theme.ink, size: TITLE_SIZE, weight: 600, width: room }));
    this.y = 50;
    const parts = project === undefined ? subtitle : [shorten(userText(project), room / 2, SIZE), ...subtitle];
    for (const content of wrap(parts, room, SIZE)) {
      this.add(text(content, { x: this.left, y: this.y, fill: theme.muted }));
      this.y += LINE;
    }
    this.y += 4;
  }

  get theme(): Theme {
    return this.options.theme;
  }

  /** True when parts that are only text take no room. */
  get isWithoutTexts(): boolean {
    return this.options.withoutTexts === true;
  }

  get isNarrow(): boolean {
    return this.options.width < NARROW;
  }

  add(...marks: readonly Mark[]): void {
    for (const each of marks) this.marks.push(each);
  }

  /** Adds a legend, broken into lines. */
  legend(entries: readonly LegendEntry[]): void {
    if (this.isWithoutTexts) return;
    let x = this.left;
    this.y += 10;
    for (const entry of entries) {
      const width = SWATCH + widthOf(entry.text, SIZE);
      if (x > this.left && x + width > this.right) {
        x = this.left;
        this.y += LINE + 2;
      }
      const room = this.right - x - SWATCH;
      this.add(
        swatch(entry, x, this.y),
        text(entry.text, { x: x + SWATCH, y: this.y, fill: this.theme.ink, width: room }),
      );
      x += width + 16;
    }
    this.y += 14;
  }

  /** Adds a legend of the five statuses, with a text after each name. */
  statusLegend(after: (status: (typeof STATUSES)[number]) => string = () => ''): void {
    this.legend(
      STATUSES.map((status) => ({
        text: `${STATUS_NAMES[status]}${after(status)}`,
        kind: 'box',
        paint: statusFill(this.theme, status),
      })),
    );
  }

  /** Adds the heading of a part: what it shows and in which unit. */
  heading(content: string): void {
    if (this.isWithoutTexts) return;
    this.y += 16;
    const room = this.right - this.left;
    this.add(text(content, { x: this.left, y: this.y, fill: this.theme.ink, weight: 600, width: room }));
    this.y += 14;
  }

  /** Adds sentences in the place of marks: what is empty, and why. */
  empty(sentence: string): void {
    const lines = wrap([sentence], this.right - this.left - 32, SIZE);
    const height = 72 + lines.length * LINE;
    const box = { x: this.left, y: this.y + 6, width: this.right - this.left, height, rx: 6, fill: this.theme.band };
    this.add(mark('rect', box));
    lines.forEach((content, index) => {
      const y = this.y + 6 + height / 2 + 4 + (index - (lines.length - 1) / 2) * LINE;
      this.add(text(content, { x: (this.left + this.right) / 2, y, fill: this.theme.muted, anchor: 'middle' }));
    });
    this.y += height + 12;
  }

  /** Finishes the drawing. */
  drawing(finding: string, points: readonly DrawingPoint[] | (() => readonly DrawingPoint[])): Drawing {
    const { width, theme } = this.options;
    const height = Math.ceil(this.y + MARGIN - 4);
    const root = mark(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width,
        height,
        viewBox: `0 0 ${width} ${height}`,
        role: 'img',
        'aria-label': `${this.title}. ${finding}`,
        'font-family': FONT,
        'font-size': SIZE,
      },
      patterns(theme),
      mark('rect', { width, height, fill: theme.ground }),
      ...(this.isWithoutTexts ? withoutTexts(this.marks) : this.marks),
    );
    let made: readonly DrawingPoint[] | undefined;
    return {
      mark: root,
      title: this.title,
      finding,
      // A server that writes the drawing never asks for the sentences of thousands of points.
      get points() {
        made ??= typeof points === 'function' ? points() : points;
        return made;
      },
    };
  }
}

/** Returns marks without the texts in them. */
function withoutTexts(marks: readonly Mark[]): Mark[] {
  return marks.filter(({ tag, children = [] }) => tag !== 'text' && !children.some(isText));
}

const isText = (child: Mark | string) => typeof child !== 'string' && child.tag === 'text';

/** A rectangle for marks, in pixels. */
export interface Panel {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Width of the widest label of an axis, in pixels. */
export function widest(texts: readonly string[], size = SIZE): number {
  return texts.reduce((width, content) => Math.max(width, widthOf(content, size)), 0);
}

/** Lines across a panel, with the values at its left. */
export function valueAxis(panel: Panel, ticks: readonly Tick[], y: (value: number) => number, theme: Theme): Mark[] {
  return ticks.flatMap(({ at, label }) => [
    line(panel.left, y(at), panel.right, y(at), at === 0 ? theme.axis : theme.grid),
    text(label, { x: panel.left - 8, y: y(at) + 4, fill: theme.muted, anchor: 'end' }),
  ]);
}

/**
 * Labels beneath a panel, each centred at its tick, kept between `low` and `high`. A label that would touch the one before it
 * is left out.
 */
export function labelsBeneath(
  panel: Panel,
  ticks: readonly { readonly x: number; readonly label: string; readonly width?: number }[],
  low: number,
  high: number,
  theme: Theme,
): Mark[] {
  let free = -Infinity;
  return ticks.flatMap(({ x, label, width = Infinity }) => {
    const half = widthOf(shorten(label, width, SIZE), SIZE) / 2;
    const middle = Math.min(Math.max(x, low + half), high - half);
    if (middle - half < free) return [];
    free = middle + half + 8;
    const tick = line(x, panel.bottom, x, panel.bottom + 4, theme.axis);
    return [tick, text(label, { x: middle, y: panel.bottom + 18, fill: theme.muted, anchor: 'middle', width })];
  });
}

/**
 * Keeps at most two rows of each pixel column, the first and the last, so that a line has a bounded number of vertices
 * however many rows there are. The first and last row are always kept.
 */
export function thin<Row>(rows: readonly Row[], x: (row: Row, index: number) => number): Row[] {
  const columns = rows.map((row, index) => Math.floor(x(row, index)));
  return rows.filter((_, index) => columns[index - 1] !== columns[index] || columns[index + 1] !== columns[index]);
}

/** Writes a number of things: `1 item`, `2 items`. */
export function count(number: string, one: string, many = `${one}s`): string {
  return `${number} ${number === '1' ? one : many}`;
}

/** Divides a panel into columns, one around each of the ascending places, that meet halfway between neighbors. */
export function columnsOf(places: readonly number[], panel: Panel): Panel[] {
  return places.map((at, index) => {
    const [before, after] = [places[index - 1], places[index + 1]];
    const left = before === undefined ? panel.left : (before + at) / 2;
    return { ...panel, left, right: after === undefined ? panel.right : (at + after) / 2 };
  });
}
