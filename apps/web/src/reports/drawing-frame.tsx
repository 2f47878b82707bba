import type { Drawing } from '@worktrack/charts';
import { computed, signal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ProjectPlace } from '../api/project-place.js';
import { Chart } from '../parts/chart.js';
import { dayOf, zoneOf } from '../shell/organization-days.js';
import { theme } from '../shell/preferences.js';
import * as drawings from './draw.js';
import { DrawingPoints, type PointActions } from './drawing-points.js';
import styles from './drawing.module.css';

const darkSystem = matchMedia('(prefers-color-scheme: dark)');
const isSystemDark = signal(darkSystem.matches);
darkSystem.addEventListener('change', ({ matches }) => {
  isSystemDark.value = matches;
});

/** The colors of drawings on the page. */
export const pageTheme = computed(() =>
  theme.value === 'auto' ? (isSystemDark.value ? 'dark' : 'light') : theme.value,
);

interface DrawingProps {
  /** Draws again when one of `facts` changes. */
  readonly draw: (drawn: typeof drawings, look: drawings.Look) => Drawing;
  readonly facts: readonly unknown[];
  readonly place: ProjectPlace;
}

interface DrawingFrameProps extends DrawingProps, PointActions {
  /** The name of the report. */
  readonly label: string;
  /** The colors; without them, those of the page. */
  readonly colors?: 'light' | 'dark' | undefined;
}

/** The days of an Organization, in the form for documents. */
const daysOf = (organization: string): drawings.Look['days'] => ({
  zone: zoneOf(organization),
  dayOf: (instant) => dayOf(organization, instant),
});

/** A drawing as wide as its place, with points to look at and to follow. */
export function DrawingFrame({ draw, facts, place, label, colors, ...actions }: DrawingFrameProps) {
  const { organization, project } = place;
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const shades = colors ?? pageTheme.value;

  useLayoutEffect(() => {
    if (!frame.current) return undefined;
    // Before the first paint, so that nothing below moves.
    setWidth(Math.floor(frame.current.clientWidth));
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(frame.current);
    return () => {
      observer.disconnect();
    };
  }, []);
  const drawing = useMemo(
    () => (width > 0 ? draw(drawings, { width, theme: shades, project, days: daysOf(organization) }) : undefined),
    [width, shades, organization, project, ...facts],
  );
  return (
    <div ref={frame} class={styles.place}>
      {drawing && <DrawingPoints drawing={drawing} facts={facts} label={label} {...actions} />}
    </div>
  );
}

/** Width at which a preview is drawn; it is shown smaller. */
const PREVIEW_WIDTH = 480;

/** The place of a small drawing whose report is on its way. */
export const PreviewSkeleton = () => (
  <>
    <div class={styles.preview} />
    <p class={styles.finding} />
  </>
);

/** A small drawing without texts, and beneath it what it shows, in a sentence. */
export function DrawingPreview({ draw, facts, place: { organization, project } }: DrawingProps) {
  const shades = pageTheme.value;
  const { mark, finding } = useMemo(() => {
    const look = { width: PREVIEW_WIDTH, theme: shades, project, days: daysOf(organization), withoutTexts: true };
    return draw(drawings, look);
  }, [shades, organization, project, ...facts]);
  return (
    <>
      <div class={styles.preview} aria-hidden="true">
        <Chart mark={mark} />
      </div>
      <p class={styles.finding} title={finding}>
        {finding}
      </p>
    </>
  );
}
