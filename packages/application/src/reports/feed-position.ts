import { WorkItemKey, compareKeys, type SprintFeedEntry } from '@worktrack/domain';
import type { Position } from '@worktrack/keyset';

/** Returns the position of an entry in the feed of a Sprint report: instant, kind, key and row id. */
export function positionOf({ occurredAt, kind, key, id }: SprintFeedEntry): Position {
  return [occurredAt.getTime(), rankOf(kind), key, id];
}

/** True when the entry comes after the position, which `positionOf` returned. */
export function after(entry: SprintFeedEntry, position: Position): boolean {
  const [occurredAt, rank, key, id] = position as [number, number, WorkItemKey, string];
  const order = entry.occurredAt.getTime() - occurredAt || rankOf(entry.kind) - rank || compareTexts(entry.key, key);
  return order > 0 || (order === 0 && entry.id > id);
}

function rankOf(kind: SprintFeedEntry['kind']): number {
  return kind === 'scope_change' ? 0 : 1;
}

function compareTexts(a: WorkItemKey, b: WorkItemKey): number {
  const [one, other] = [WorkItemKey.parse(a), WorkItemKey.parse(b)];
  return one && other ? compareKeys(one, other) : 0;
}
