import { lazyScreen } from '../shell/not-loaded.js';
import type { Screen } from '../shell/contents.js';

export const WORK_ITEM_SCREENS: readonly Screen[] = [
  {
    path: '/o/:org/items/:key',
    // With the pickers of its fields, so that they open without a connection, too.
    screen: lazyScreen(async () => {
      const [file] = await Promise.all([import('./work-item-screen.js'), import('./item-actions.js')]);
      return file.WorkItemScreen;
    }),
  },
];
