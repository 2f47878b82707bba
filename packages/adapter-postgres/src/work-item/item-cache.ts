import type { WorkItemId, WorkItemRecord } from '@worktrack/domain';

/** The Work Items that one transaction has locked or created, in their present state: its savepoints need not read them again. */
export class ItemCache {
  private readonly records = new Map<WorkItemId, WorkItemRecord>();
  /** The cached record before each change. */
  private readonly changes: { readonly id: WorkItemId; readonly before: WorkItemRecord | undefined }[] = [];

  keep(record: WorkItemRecord): void {
    const { id } = record;
    const before = this.records.get(id);
    if (before === record) return;
    this.changes.push({ id, before });
    this.records.set(id, record);
  }

  /** Returns the cached records; `undefined` when one of them is not cached. */
  all(ids: readonly WorkItemId[]): WorkItemRecord[] | undefined {
    const found = ids.flatMap((id) => this.records.get(id) ?? []);
    return found.length === ids.length ? found : undefined;
  }

  /** Marks the present state. The returned function restores it. */
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
