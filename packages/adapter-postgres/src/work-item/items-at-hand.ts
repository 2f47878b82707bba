import type { WorkItemId, WorkItemRecord } from '@worktrack/domain';

/** The Work Items that one transaction has locked or made, as it has made them so far: its savepoints need not read them again. */
export class ItemsAtHand {
  private readonly records = new Map<WorkItemId, WorkItemRecord>();
  /** What was at hand before each change. */
  private readonly changes: { readonly id: WorkItemId; readonly before: WorkItemRecord | undefined }[] = [];

  keep(record: WorkItemRecord): void {
    const { id } = record;
    const before = this.records.get(id);
    if (before === record) return;
    this.changes.push({ id, before });
    this.records.set(id, record);
  }

  /** `undefined` when one of them is not at hand. */
  all(ids: readonly WorkItemId[]): WorkItemRecord[] | undefined {
    const found = ids.flatMap((id) => this.records.get(id) ?? []);
    return found.length === ids.length ? found : undefined;
  }

  /** Answers how to bring back what is at hand now, for whoever undoes what follows. */
  mark(): () => void {
    const marked = this.changes.length;
    return () => {
      for (const { id, before } of this.changes.splice(marked).reverse()) {
        if (before) this.records.set(id, before);
        else this.records.delete(id);
      }
    };
  }
}
