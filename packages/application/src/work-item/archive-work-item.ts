import type { ExpectedRevision, WorkItem, WorkItemId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { RequestClock } from '../shared/clock.js';
import { liveItem } from './live-item.js';
import type { WorkItemPorts } from './ports.js';
import type { PublicWorkItemView } from './work-item.views.js';

type Ports = RequestClock & Pick<WorkItemPorts, 'workItemViews' | 'workItems'>;

/** The command to archive or unarchive a Work Item. */
export interface ArchiveWorkItem {
  readonly workItemId: WorkItemId;
  readonly expected: ExpectedRevision;
}

/** Archives a Work Item. Needs the administrator's role. A repeat changes nothing. Throws `REVISION_CONFLICT`. */
export function archiveWorkItem(tx: Ports, scope: ProjectScope, command: ArchiveWorkItem): Promise<PublicWorkItemView> {
  return change(tx, scope, command, (item, now) => {
    item.archive(scope.actorId, now);
  });
}

/** Unarchives a Work Item. Needs the administrator's role. A repeat changes nothing. Throws `REVISION_CONFLICT`. */
export function unarchiveWorkItem(
  tx: Ports,
  scope: ProjectScope,
  command: ArchiveWorkItem,
): Promise<PublicWorkItemView> {
  return change(tx, scope, command, (item, now) => {
    item.unarchive(scope.actorId, now);
  });
}

async function change(
  tx: Ports,
  scope: ProjectScope,
  { workItemId, expected }: ArchiveWorkItem,
  decide: (item: WorkItem, now: Date) => void,
): Promise<PublicWorkItemView> {
  scope.require('admin');
  const item = liveItem(await tx.workItems.find(scope, [workItemId]), workItemId);
  item.expect(expected);
  decide(item, await tx.instant());
  tx.workItems.save(item);
  return tx.workItemViews.publicOne(scope, workItemId);
}
