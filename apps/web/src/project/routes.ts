import { lazy } from 'preact-iso';
import type { Screen } from '../shell/contents.js';
import { ProjectScreen } from './project-screen.js';

export const PROJECT_SCREENS: readonly Screen[] = [
  { path: '/o/:org/:project', screen: ProjectScreen },
  {
    path: '/o/:org/:project/activity',
    screen: lazy(() => import('./project-activity-screen.js').then((file) => file.ProjectActivityScreen)),
  },
  {
    path: '/o/:org/:project/settings',
    screen: lazy(() => import('./project-settings-screen.js').then((file) => file.ProjectSettingsScreen)),
  },
];
