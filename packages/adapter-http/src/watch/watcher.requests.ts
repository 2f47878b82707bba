import { ApiSchema } from '@nestjs/swagger';
import type { UpdateWatcher } from '@worktrack/application';
import { WATCH_ACTIONS, type WatchAction, type WorkItemId } from '@worktrack/domain';
import { OneOf } from '../body/fields.js';

/** contract §4, B-watcher. */
@ApiSchema({ description: 'A change of the own watch.' })
export class UpdateWatcherBody {
  @OneOf(WATCH_ACTIONS, { description: '`unwatch` also ends the mute.' }) action!: WatchAction;

  toCommand(workItemId: WorkItemId): UpdateWatcher {
    return { workItemId, action: this.action };
  }
}
