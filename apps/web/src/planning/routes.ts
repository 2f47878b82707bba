import { lazy } from 'preact-iso';
import type { Screen } from '../shell/contents.js';

export const PLANNING_SCREENS: readonly Screen[] = [
  {
    path: '/o/:org/:project/backlog',
    screen: lazy(() => import('./backlog-screen.js').then((file) => file.BacklogScreen)),
  },
  {
    path: '/o/:org/:project/sprints',
    screen: lazy(() => import('./sprints-screen.js').then((file) => file.SprintsScreen)),
  },
];
