import { cache } from '../api/cache.js';
import { announce, notify, warn } from '../shell/notices.js';
import { WorkItemChanges } from './changes.js';

/** The changes of this page. There is one list of them for all screens, so that those of one Work Item are sent one after another. */
export const itemChanges = new WorkItemChanges(cache, { announce, notify, warn });
