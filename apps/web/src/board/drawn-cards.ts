import { useEffect, useState } from 'preact/hooks';
import type { Cells } from './arrange.js';

/** Cards of each column in the first frame: more than a screen shows. */
const AT_FIRST = 20;
/** Cards of each column that every later frame adds: few enough that a key pressed meanwhile acts immediately. */
const IN_A_FRAME = 20;

/**
 * Returns the number of cards of each column that are drawn. A long board is seen after its first frame; the next frames add the cards
 * below, so that the search of the browser, screen readers and keys reach all of them. Once all are drawn, there is no limit.
 */
export function useDrawnCards(longestColumn: number): number {
  const [drawn, setDrawn] = useState(AT_FIRST);
  useEffect(() => {
    if (drawn === Infinity) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      // After the painting of the frame.
      timer = setTimeout(setDrawn, 0, drawn >= longestColumn ? Infinity : drawn + IN_A_FRAME);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [drawn, longestColumn]);
  return drawn;
}

export const longestOf = (cells: Cells): number => Math.max(...Object.values(cells).map(({ length }) => length));
