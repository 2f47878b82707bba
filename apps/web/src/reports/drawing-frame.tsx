import type { Drawing } from '@worktrack/charts';
import { computed, signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ProjectPlace } from '../api/project-place.js';
import { Chart } from '../parts/chart.js';
import { announce } from '../shell/notices.js';
import { dayOf, zoneOf } from '../shell/organization-days.js';
import { theme } from '../shell/preferences.js';
import * as drawings from './draw.js';
import styles from './reports.module.css';

const darkSystem = matchMedia('(prefers-color-scheme: dark)');
const isSystemDark = signal(darkSystem.matches);
darkSystem.addEventListener('change', ({ matches }) => {
  isSystemDark.value = matches;
});

/** The colours of drawings on the page. */
export const pageTheme = computed(() =>
  theme.value === 'auto' ? (isSystemDark.value ? 'dark' : 'light') : theme.value,
);

type Draw = (drawn: typeof drawings, look: drawings.Look) => Drawing;

interface DrawingFrameProps {
  /** Draws again when one of `facts` changes. */
  readonly draw: Draw;
  readonly facts: readonly unknown[];
  readonly place: ProjectPlace;
  /** The name of the report. */
  readonly label: string;
  /** A preview: without the keyboard, and for the eye only. */
  readonly small?: boolean;
  readonly colours?: 'light' | 'dark' | undefined;
}

/** The days of an Organization, in the form for documents. */
const daysOf = (organization: string): drawings.Look['days'] => ({
  zone: zoneOf(organization),
  dayOf: (instant) => dayOf(organization, instant),
});

/** Width at which a preview is drawn; it is shown smaller. */
const SMALL_WIDTH = 480;

/** A drawing as wide as its place. The arrow keys step through its points; each is marked, written and spoken. */
export function DrawingFrame({
  draw,
  facts,
  place: { organization, project },
  label,
  small = false,
  colours,
}: DrawingFrameProps) {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(small ? SMALL_WIDTH : 0);
  const [at, setAt] = useState<number>();
  const shades = colours ?? pageTheme.value;

  useLayoutEffect(() => {
    if (small || !place.current) return undefined;
    // Before the first paint, so that nothing below moves.
    setWidth(Math.floor(place.current.clientWidth));
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(place.current);
    return () => {
      observer.disconnect();
    };
  }, [small]);
  useEffect(() => {
    setAt(undefined);
  }, facts);
  const drawing = useMemo(
    () => (width > 0 ? draw(drawings, { width, theme: shades, project, days: daysOf(organization) }) : undefined),
    [width, shades, organization, project, ...facts],
  );

  const step = (event: KeyboardEvent) => {
    const last = (drawing?.points.length ?? 0) - 1;
    const to = nextOf(event.key, at, last);
    if (!drawing || to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setAt(to);
    announce(drawing.points[to]?.label ?? '');
  };
  const point = at === undefined ? undefined : drawing?.points[at];
  const { width: w = 0, height: h = 0 } = drawing?.mark.attributes ?? {};
  if (small) {
    return (
      <div class={styles.preview} aria-hidden="true">
        {drawing ? <Chart mark={drawing.mark} /> : null}
      </div>
    );
  }
  return (
    <div ref={place} class={styles.place}>
      {drawing && (
        <div
          class={styles.drawing}
          role="group"
          tabIndex={0}
          aria-label={`${label}, arrow keys step through its points`}
          onKeyDown={step}
        >
          <Chart mark={drawing.mark} />
          {point && (
            <svg class={styles.marker} viewBox={`0 0 ${w} ${h}`} width={w} height={h} aria-hidden="true">
              <circle cx={point.x} cy={point.y} r={8} />
            </svg>
          )}
        </div>
      )}
      <p class={styles.point}>
        {point
          ? point.label
          : drawing && drawing.points.length > 0
            ? 'With the drawing focused, the arrow keys step through its points.'
            : ''}
      </p>
    </div>
  );
}

/** The index to go to by a key; `undefined` for keys that do not step. */
function nextOf(key: string, at: number | undefined, last: number): number | undefined {
  if (last < 0) return undefined;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key === 'ArrowRight') return at === undefined ? 0 : Math.min(at + 1, last);
  if (key === 'ArrowLeft') return at === undefined ? last : Math.max(at - 1, 0);
  return undefined;
}
