import type { DrawingPoint } from '@worktrack/charts';
import { daysOfRow } from './report-links.js';

/** Pixels around a dot that belong to it. */
const NEAR = 24;

/** Returns the index of the point to which a place of the drawing belongs: the one whose area it is in, else the nearest dot. */
export function pointAt(points: readonly DrawingPoint[], x: number, y: number): number | undefined {
  let nearest: number | undefined;
  let least = NEAR;
  for (const [index, point] of points.entries()) {
    const { area } = point;
    if (area) {
      if (x >= area.left && x <= area.right && y >= area.top && y <= area.bottom) return index;
      continue;
    }
    const distance = Math.hypot(point.x - x, point.y - y);
    if (distance < least) {
      least = distance;
      nearest = index;
    }
  }
  return nearest;
}

/** Returns the index of the point that is nearest in the direction of time, from left to right. */
export function beside(points: readonly DrawingPoint[], x: number): number | undefined {
  let nearest: number | undefined;
  for (const [index, point] of points.entries()) {
    const best = nearest === undefined ? undefined : points[nearest];
    if (!best || Math.abs(point.x - x) < Math.abs(best.x - x)) nearest = index;
  }
  return nearest;
}

/** Returns the rectangle from one point to another, with the areas of both; `height` is that of the drawing. */
export function between(one: DrawingPoint, other: DrawingPoint, height: number) {
  const [a, b] = [one, other].map(({ x, area }) => area ?? { left: x, right: x, top: 0, bottom: height });
  if (!a || !b) return {};
  const left = Math.min(a.left, b.left);
  return { x: left, y: a.top, width: Math.max(a.right, b.right) - left, height: a.bottom - a.top };
}

/** The index to go to by a key; `undefined` for keys that do not step. */
export function nextOf(key: string, at: number | undefined, last: number): number | undefined {
  if (last < 0) return undefined;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key === 'ArrowRight') return at === undefined ? 0 : Math.min(at + 1, last);
  if (key === 'ArrowLeft') return at === undefined ? last : Math.max(at - 1, 0);
  return undefined;
}

type Span = readonly [first: string, last: string];

/** Returns the days from one row to another, in either order; `undefined` where a row has no days. */
export function spanOf(one: object, other: object): Span | undefined {
  const [a, b] = [daysOfRow(one), daysOfRow(other)];
  if (!a || !b) return undefined;
  return [a[0] < b[0] ? a[0] : b[0], a[1] > b[1] ? a[1] : b[1]];
}

/** True for more than one day. */
export const isSpan = ([first, last]: Span): boolean => first !== last;
