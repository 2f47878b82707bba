import { lazyScreen } from '../shell/not-loaded.js';
import type { Screen } from '../shell/contents.js';
import { ProjectScreen } from './project-screen.js';

export const PROJECT_SCREENS: readonly Screen[] = [
  { path: '/o/:org/:project', screen: ProjectScreen },
  {
    path: '/o/:org/:project/activity',
    screen: lazyScreen(() => import('./project-activity-screen.js').then((file) => file.ProjectActivityScreen)),
  },
  {
    path: '/o/:org/:project/settings',
    screen: lazyScreen(() => import('./project-settings-screen.js').then((file) => file.ProjectSettingsScreen)),
  },
];

export const WORK_ITEM_SCREENS: readonly Screen[] = [
  {
    path: '/o/:org/items/:key',
    // With the pickers of its fields, so that they open without a connection, too.
    screen: lazyScreen(async () => {
      const [file] = await Promise.all([
        import('./work-item-screen.js'),
        import('../work-item/item-actions.js'),
        // A text that is formatted later moves what is below it.
        import('../parts/markdown.js').then(({ loadMarkdown }) => loadMarkdown()),
      ]);
      return file.WorkItemScreen;
    }),
  },
];
