import { lazyScreen } from '../shell/not-loaded.js';
import type { Screen } from '../shell/contents.js';

export const ARCHIVE_SCREENS: readonly Screen[] = [
  {
    path: '/o/:org/:project/archived',
    screen: lazyScreen(() => import('./archived-screen.js').then((file) => file.ArchivedScreen)),
  },
  {
    path: '/o/:org/:project/deleted',
    screen: lazyScreen(() => import('./deleted-screen.js').then((file) => file.DeletedScreen)),
  },
];
