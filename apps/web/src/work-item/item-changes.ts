import { allowedTargets } from '@worktrack/domain';
import { cache } from '../api/cache.js';
import { announce, notify, warn } from '../shell/notices.js';
import { WorkItemChanges, type Made } from './changes.js';
import { FIELD_NAMES, type FieldName } from './fields.js';
import { offerUndo, rememberChange, type LastChange } from './undo.js';
import { valuesUnderWay } from './under-way.js';
import { knownItem } from './work-item.js';
import { STATUS_NAMES } from './words.js';

/** The changes of this page. There is one list of them for all screens, so that those of one Work Item are sent one after another. */
export const itemChanges = new WorkItemChanges(cache, { announce, notify, warn }, rememberMade, valuesUnderWay);

function rememberMade({ organization, item, before, kind: made }: Made): void {
  const names = Object.keys(before) as FieldName[];
  const change: LastChange = {
    name: `${names.map((name) => FIELD_NAMES[name]).join(', ')} of ${item.key}`,
    undo: async (kind) => {
      const now = itemChanges.over(knownItem(cache, item.id, names) ?? item);
      const { status } = before;
      if (status !== undefined && now.status !== undefined && now.status !== status) {
        const targets = allowedTargets(now.status, false);
        const names = targets.map((target) => STATUS_NAMES[target]).join(', ');
        if (!targets.includes(status)) {
          return `${item.key} is ${STATUS_NAMES[now.status]} and cannot go back to ${STATUS_NAMES[status]}. It can move to: ${names}.`;
        }
      }
      await itemChanges.set(organization, now, before, { kind });
      return undefined;
    },
  };
  rememberChange(change, made);
  const { status } = item;
  if (before.status !== undefined && status !== undefined && made !== 'undone') {
    offerUndo(`${item.key} moved to ${STATUS_NAMES[status]}.`, change);
  }
}
