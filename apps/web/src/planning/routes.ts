import { lazyScreen } from '../shell/not-loaded.js';
import type { Screen } from '../shell/contents.js';

export const PLANNING_SCREENS: readonly Screen[] = [
  {
    path: '/o/:org/:project/backlog',
    screen: lazyScreen(() => import('./backlog-screen.js').then((file) => file.BacklogScreen)),
  },
  {
    path: '/o/:org/:project/sprints',
    screen: lazyScreen(() => import('./sprints-screen.js').then((file) => file.SprintsScreen)),
  },
];
