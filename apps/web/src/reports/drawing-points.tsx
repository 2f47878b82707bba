import { WORK_ITEM_STATUSES } from '@worktrack/domain';
import type { Drawing } from '@worktrack/charts';
import { useLocation } from 'preact-iso';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../parts/button.js';
import { Chart } from '../parts/chart.js';
import { announce } from '../shell/notices.js';
import { beside, between, isSpan, nextOf, pointAt, spanOf } from './point-places.js';
import { daysOfRow, type Links, type PartLink } from './report-links.js';
import styles from './drawing.module.css';

/** Pixels that a press has to move to choose a span. */
const DRAGGED = 8;

export interface PointActions {
  /** The links of the row that a point shows. A click follows the first one. */
  readonly linksOf?: (row: object) => Links;
  /** Shows only the days from `first` to `last`, both `YYYY-MM-DD`. Without it, a span cannot be chosen. */
  readonly onSpan?: (first: string, last: string) => void;
}

interface DrawingPointsProps extends PointActions {
  readonly drawing: Drawing;
  /** When one of them changes, no point is chosen any more. */
  readonly facts: readonly unknown[];
  readonly label: string;
}

/** The points that are chosen: the one that is looked at, and another one at the far end of a span. */
interface Chosen {
  readonly at: number;
  readonly from?: number;
}

/**
 * A drawing whose points are looked at by mouse, by touch and with the arrow keys: each is marked, written and spoken. A click or
 * Enter follows the first link of a point. Dragging across it, or Shift with the arrow keys, chooses a span to show alone.
 */
export function DrawingPoints({ drawing, facts, label, linksOf, onSpan }: DrawingPointsProps) {
  const { route } = useLocation();
  const frame = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<Chosen>();
  const pressed = useRef<number | undefined>(undefined);
  useEffect(() => {
    setChosen(undefined);
  }, facts);

  const { points, mark } = drawing;
  const { width = 0, height = 0 } = mark.attributes;
  const point = chosen && points[chosen.at];
  const links = fewLinks(point && linksOf?.(point.row));
  const [link] = links;
  const start = chosen?.from === undefined ? undefined : points[chosen.from];
  const span = point && start && spanOf(start.row, point.row);

  /** The place of the pointer in the drawing, which can be shown smaller than it is. */
  const placeOf = ({ clientX, clientY }: PointerEvent) => {
    const box = frame.current?.querySelector('svg')?.getBoundingClientRect();
    const scale = box && box.width > 0 ? Number(width) / box.width : 0;
    return { x: (clientX - (box?.left ?? 0)) * scale, y: (clientY - (box?.top ?? 0)) * scale };
  };
  const look = (event: PointerEvent) => {
    const { x, y } = placeOf(event);
    const from = pressed.current;
    if (onSpan && from !== undefined && Math.abs(x - from) > DRAGGED) {
      const [first, last] = [beside(points, from), beside(points, x)];
      if (first !== undefined && last !== undefined) setChosen({ at: last, from: first });
      return;
    }
    const at = pointAt(points, x, y);
    if (at !== undefined) setChosen({ at });
  };
  const press = (event: PointerEvent) => {
    if (event.button !== 0) return;
    frame.current?.setPointerCapture(event.pointerId);
    pressed.current = placeOf(event).x;
    look(event);
  };
  const release = (event: PointerEvent) => {
    const { x, y } = placeOf(event);
    const from = pressed.current;
    pressed.current = undefined;
    if (from === undefined || Math.abs(x - from) > DRAGGED) return;
    // A touch shows the point: its link is below the drawing.
    if (event.pointerType === 'mouse' && link && chosen && pointAt(points, x, y) === chosen.at) route(link.href);
  };

  const step = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (span && onSpan) onSpan(...span);
      else if (link) route(link.href);
      return;
    }
    if (event.key === 'Escape' && chosen) {
      event.stopPropagation();
      setChosen(undefined);
      return;
    }
    const at = nextOf(event.key, chosen?.at, points.length - 1);
    if (at === undefined) return;
    event.preventDefault();
    const from = event.shiftKey && onSpan && chosen ? (chosen.from ?? chosen.at) : undefined;
    setChosen(from === undefined ? { at } : { at, from });
    announce(points[at]?.label ?? '');
  };

  return (
    <>
      <div
        ref={frame}
        class={styles.drawing}
        role="group"
        tabIndex={0}
        aria-label={`${label}, arrow keys step through its points`}
        data-follows={link !== undefined || undefined}
        data-spans={onSpan !== undefined || undefined}
        onKeyDown={step}
        onPointerMove={look}
        onPointerDown={press}
        onPointerUp={release}
        onPointerCancel={() => {
          pressed.current = undefined;
        }}
      >
        <Chart mark={mark} />
        {point && (
          <svg
            class={styles.marker}
            viewBox={`0 0 ${width} ${height}`}
            width={width}
            height={height}
            aria-hidden="true"
          >
            {(start ?? point.area) && <rect {...between(start ?? point, point, Number(height))} />}
            <circle cx={point.x} cy={point.y} r={point.area ? 4 : 8} />
          </svg>
        )}
        {point && (
          <div
            class={styles.tip}
            aria-hidden="true"
            style={{ insetInlineStart: `clamp(0px, ${(100 * point.x) / Number(width)}% - 7rem, 100% - 14rem)` }}
            data-below={point.y < Number(height) / 2 || undefined}
          >
            {point.label}
          </div>
        )}
      </div>
      <div class={styles.point}>
        <p>
          {point
            ? point.label
            : points.length > 0
              ? 'Point at the drawing, or step through its points with the arrow keys.'
              : ''}
        </p>
        {!span &&
          links.map(({ href, text }) => (
            <a key={href} href={href}>
              {text}
            </a>
          ))}
        {!span && !link && point && daysOfRow(point.row) && <p>No search finds the Work Items of this day.</p>}
        {span && onSpan && (
          <Button
            onClick={() => {
              onSpan(...span);
            }}
          >
            Show only {isSpan(span) ? `${span[0]} to ${span[1]}` : span[0]}
          </Button>
        )}
      </div>
    </>
  );
}

/** The links of a row, each page once. Those of its statuses are in the table only: the drawing has room for few. */
const fewLinks = (links: Links = {}): readonly PartLink[] => {
  const few = Object.entries(links).filter(([name]) => !WORK_ITEM_STATUSES.some((status) => status === name));
  return [...new Map(few.map(([, link]) => [link.href, link])).values()];
};
