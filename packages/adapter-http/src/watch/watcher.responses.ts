import { ApiSchema } from '@nestjs/swagger';
import type { WatcherView } from '@worktrack/application';
import type { WorkItemId } from '@worktrack/domain';
import { Shows } from '../openapi/shows.js';

@ApiSchema({ description: 'How the caller watches a Work Item.' })
export class WorkItemWatcher implements WatcherView {
  @Shows.uuid() readonly workItemId!: WorkItemId;
  @Shows.flag({ description: 'True while the caller watches the Work Item.' }) readonly watched!: boolean;
  @Shows.flag({ description: 'True when the caller asked for the watch.' }) readonly manualWatch!: boolean;
  @Shows.flag({ description: 'True when an assignment began the watch.' }) readonly assigneeOrigin!: boolean;
  @Shows.flag({ description: 'True when the watch is silent.' }) readonly muted!: boolean;
  @Shows.flag({ description: 'True when the Work Item is assigned to the caller now.' }) readonly assigned!: boolean;
}
