import { WatcherViews, refuse, type ProjectScope, type WatcherView } from '@worktrack/application';
import { watchOf, type WatchFacts, type WorkItemId } from '@worktrack/domain';
import { type Reader, viewStatement } from '../engine/statement.js';
import { ASSIGNEE, IS_ASSIGNMENT } from './assignment.js';

/** Whatever happened before the membership began is of an earlier membership: the watches of that one have ended. */
const OWN = viewStatement(
  'watcher-view.own',
  `select watch.wanted, coalesce(watch.muted, false) as muted,
     coalesce(item.assignee_id = $3, false) as assigned,
     exists (
       select from work_item_history assignment
       where assignment.organization_id = $1 and assignment.work_item_id = $2 and ${IS_ASSIGNMENT} and ${ASSIGNEE} = $3::text
         and assignment.at >= member.created_at
         and assignment.revision > case when watch.wanted = false then watch.revision else 0 end
     ) as "wasAssigned",
     coalesce(item.reporter_id = $3 and item.created_at >= member.created_at, false) or exists (
       select from comments comment
       where comment.organization_id = $1 and comment.work_item_id = $2 and comment.author_id = $3
         and comment.created_at >= member.created_at
     ) or exists (
       select from mentions mention
       where mention.organization_id = $1 and mention.work_item_id = $2 and mention.user_id = $3
         and mention.mentioned_at >= member.created_at
     ) as "takesPart"
   from work_items item
   join memberships member on member.organization_id = $1 and member.user_id = $3
   left join work_item_watches watch
     on watch.organization_id = $1 and watch.work_item_id = $2 and watch.user_id = $3
   where item.organization_id = $1 and item.id = $2`,
);

export class PostgresWatcherViews extends WatcherViews {
  constructor(private readonly reader: Reader) {
    super();
  }

  async own({ organizationId, actorId }: ProjectScope, workItemId: WorkItemId): Promise<WatcherView> {
    const [facts] = await this.reader.rows<WatchFacts>(OWN, [organizationId, workItemId, actorId]);
    return { workItemId, ...watchOf(facts ?? refuse('NOT_FOUND')) };
  }
}
