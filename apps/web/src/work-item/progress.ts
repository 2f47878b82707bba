/** A Work Item whose share of the work of its parent is counted. */
interface Part {
  readonly status?: string;
  readonly storyPoints?: number | null;
}

/** The progress of a Work Item by its sub-items. */
export interface Progress {
  readonly count: number;
  readonly done: number;
  readonly points: number;
  readonly donePoints: number;
}

/** Sums up sub-items. One without an estimate has no points. */
export function progressOf(parts: readonly Part[]): Progress {
  const points = (some: readonly Part[]) => some.reduce((sum, { storyPoints }) => sum + (storyPoints ?? 0), 0);
  const done = parts.filter(({ status }) => status === 'done');
  return { count: parts.length, done: done.length, points: points(parts), donePoints: points(done) };
}

/** The progress in words: `3 of 7 done · 8 of 21 points`. */
export function progressInWords({ count, done, points, donePoints }: Progress): string {
  const items = `${done} of ${count} done`;
  return points === 0 ? items : `${items} · ${donePoints} of ${points} ${points === 1 ? 'point' : 'points'}`;
}
