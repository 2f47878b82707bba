/** A part of a text that both versions have, or only one of them. */
export interface DiffPart {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** The most differences that are searched; a text with more was rewritten. */
const MOST_EDITS = 600;

const wordsIn = (text: string): readonly string[] => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];

/** The difference of two texts, word by word: the shortest way from one to the other (Myers). */
export function wordDiff(before: string, after: string): readonly DiffPart[] {
  const [one, other] = [wordsIn(before), wordsIn(after)];
  let begin = 0;
  while (begin < one.length && begin < other.length && one[begin] === other[begin]) begin += 1;
  let end = 0;
  const left = Math.min(one.length, other.length) - begin;
  while (end < left && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return joined([
    ...one.slice(0, begin).map((text) => ({ kind: 'same' as const, text })),
    ...shortestEdit(one.slice(begin, one.length - end), other.slice(begin, other.length - end)),
    ...one.slice(one.length - end).map((text) => ({ kind: 'same' as const, text })),
  ]);
}

function shortestEdit(one: readonly string[], other: readonly string[]): readonly DiffPart[] {
  const trace = furthestPaths(one, other);
  if (!trace) return [...one.map(removed), ...other.map(added)];
  const parts: DiffPart[] = [];
  let [x, y] = [one.length, other.length];
  for (let edits = trace.length - 1; x > 0 || y > 0; edits -= 1) {
    const reached = trace[edits] ?? new Map<number, number>();
    const k = x - y;
    const isDown = k === -edits || (k !== edits && (reached.get(k - 1) ?? -1) < (reached.get(k + 1) ?? -1));
    const fromX = edits === 0 ? 0 : (reached.get(isDown ? k + 1 : k - 1) ?? 0);
    const fromY = edits === 0 ? 0 : fromX - (isDown ? k + 1 : k - 1);
    while (x > fromX && y > fromY && x > 0 && y > 0 && one[x - 1] === other[y - 1]) {
      parts.push({ kind: 'same', text: one[x - 1] ?? '' });
      x -= 1;
      y -= 1;
    }
    if (edits === 0) break;
    if (isDown) parts.push(added(other[y - 1] ?? ''));
    else parts.push(removed(one[x - 1] ?? ''));
    [x, y] = [fromX, fromY];
  }
  return parts.reverse();
}

const removed = (text: string): DiffPart => ({ kind: 'removed', text });
const added = (text: string): DiffPart => ({ kind: 'added', text });

/** For each number of edits, how far each diagonal came before it; `undefined` when there are too many edits. */
function furthestPaths(
  one: readonly string[],
  other: readonly string[],
): readonly ReadonlyMap<number, number>[] | undefined {
  const trace: ReadonlyMap<number, number>[] = [];
  let reached = new Map<number, number>([[1, 0]]);
  for (let edits = 0; edits <= Math.min(MOST_EDITS, one.length + other.length); edits += 1) {
    trace.push(reached);
    const next = new Map<number, number>();
    for (let k = -edits; k <= edits; k += 2) {
      const isDown = k === -edits || (k !== edits && (reached.get(k - 1) ?? -1) < (reached.get(k + 1) ?? -1));
      let x = isDown ? (reached.get(k + 1) ?? 0) : (reached.get(k - 1) ?? 0) + 1;
      while (x < one.length && x - k < other.length && one[x] === other[x - k]) x += 1;
      next.set(k, x);
      if (x >= one.length && x - k >= other.length) return trace;
    }
    reached = next;
  }
  return undefined;
}

/** The parts with equal neighbours made one. */
function joined(parts: readonly DiffPart[]): readonly DiffPart[] {
  const whole: DiffPart[] = [];
  for (const part of parts) {
    const last = whole.at(-1);
    if (last?.kind === part.kind) whole[whole.length - 1] = { ...last, text: last.text + part.text };
    else whole.push(part);
  }
  return whole;
}
