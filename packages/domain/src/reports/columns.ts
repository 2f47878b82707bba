/** The identifiers of items. They are built when they are read: a report reads only those of its shown rows. */
export interface IdColumn<Id> {
  readonly length: number;
  /** Throws `RangeError` when there is no such item. */
  at(item: number): Id;
}

/** Returns the value of an item. Throws `RangeError` when there is no such item. */
export function valueAt(column: ArrayLike<number>, item: number): number {
  const value = column[item];
  if (value === undefined) throw new RangeError(`There is no item ${item}.`);
  return value;
}

/** Returns the identifiers as a column. */
export function idColumnOf<Id>(ids: readonly Id[]): IdColumn<Id> {
  return {
    length: ids.length,
    at(item) {
      const id = ids[item];
      if (id === undefined) throw new RangeError(`There is no item ${item}.`);
      return id;
    },
  };
}
