/**
 * Reads what the rows of Work Items show in addition to the facts of a report. The report knows each item by its key: its id, or its
 * number.
 */
export type ReadDetails<Key, Detail> = (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Detail>>;

/** The rows of a report, each known by the number of its item. */
interface Rows {
  itemAt(index: number): number;
  readonly length: number;
}

/** The number of rows whose details are read in one query. More would hold the event loop. */
const BATCH = 500;

/** The details of those Work Items of a report whose rows are shown: a page of them, or all for a file. */
export class ShownRows<Key, Detail> {
  private readonly known = new Map<Key, Detail>();

  constructor(private readonly read: ReadDetails<Key, Detail>) {}

  /** Returns details that were read. */
  readonly of = (key: Key): Detail | undefined => this.known.get(key);

  /** Reads the details of the rows from `begin` to before `end`. */
  async show(rows: Rows, keyOf: (item: number) => Key, begin: number, end: number): Promise<void> {
    const last = Math.min(end, rows.length);
    for (let first = begin; first < last; first += BATCH) {
      const count = Math.min(BATCH, last - first);
      const keys = Array.from({ length: count }, (_, offset) => keyOf(rows.itemAt(first + offset)));
      for (const [key, detail] of await this.read(keys)) this.known.set(key, detail);
    }
  }
}
