import type { WorkItemId, WorkItemRecord } from '@worktrack/domain';

/** The Work Items that one transaction has locked or made, as it has made them so far: its savepoints need not read them again. */
export class ItemsAtHand {
  private records: ReadonlyMap<WorkItemId, WorkItemRecord> = new Map();

  keep(records: readonly WorkItemRecord[]): void {
    this.records = new Map([...this.records, ...records.map((record) => [record.id, record] as const)]);
  }

  /** `undefined` when one of them is not at hand. */
  all(ids: readonly WorkItemId[]): WorkItemRecord[] | undefined {
    const found = ids.flatMap((id) => this.records.get(id) ?? []);
    return found.length === ids.length ? found : undefined;
  }

  /** Answers how to bring back what is at hand now, for whoever undoes what follows. */
  mark(): () => void {
    const { records } = this;
    return () => {
      this.records = records;
    };
  }
}
