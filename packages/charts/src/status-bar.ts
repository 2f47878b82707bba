import { mark, type Mark } from './mark.js';
import { statusFill, STATUSES, type Status, type Theme } from './theme.js';

/** A horizontal bar of the statuses in canonical order over `width` pixels; empty without values. */
export function statusBar(
  values: Readonly<Record<Status, number>>,
  place: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  theme: Theme,
): Mark[] {
  const total = STATUSES.reduce((sum, status) => sum + values[status], 0);
  let before = 0;
  return STATUSES.flatMap((status) => {
    const value = values[status];
    if (value <= 0) return [];
    const x = place.x + (before / total) * place.width;
    const width = (value / total) * place.width;
    before += value;
    // A gap of a pixel separates neighbours.
    const gap = before < total && width > 2 ? 1 : 0;
    return [mark('rect', { x, y: place.y, width: width - gap, height: place.height, fill: statusFill(theme, status) })];
  });
}
