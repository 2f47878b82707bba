/** One part of a total order: a column or expression, and its direction. */
export interface Ordering {
  readonly by: string;
  readonly direction: 'asc' | 'desc';
}

/** Builds the text after `order by`. */
export function orderBy(orderings: readonly Ordering[]): string {
  return orderings.map(({ by, direction }) => `${by} ${direction}`).join(', ');
}

/**
 * Builds the condition that a row comes after a position. The values of the position are the parameters from `$first` on, cast to
 * `types`. Parts with the same direction are compared as rows, so that an index in this order is entered at the position.
 */
export function after(orderings: readonly Ordering[], types: readonly string[], first: number): string {
  const parameters = orderings.map((_, index) => `$${first + index}::${types[index] ?? 'text'}`);
  return compare(orderings, parameters);
}

function compare(orderings: readonly Ordering[], parameters: readonly string[]): string {
  const [leading] = orderings;
  if (!leading) return 'false';
  const change = orderings.findIndex(({ direction }) => direction !== leading.direction);
  const length = change === -1 ? orderings.length : change;
  const columns = `(${orderings
    .slice(0, length)
    .map(({ by }) => by)
    .join(', ')})`;
  const values = `(${parameters.slice(0, length).join(', ')})`;
  const beyond = leading.direction === 'asc' ? '>' : '<';
  if (change === -1) return `${columns} ${beyond} ${values}`;
  const rest = compare(orderings.slice(length), parameters.slice(length));
  return `${columns} ${beyond}= ${values} and (${columns} ${beyond} ${values} or ${rest})`;
}
