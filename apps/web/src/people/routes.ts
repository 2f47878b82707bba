import { lazy } from 'preact-iso';
import type { Screen } from '../shell/contents.js';

export const PEOPLE_SCREENS: readonly Screen[] = [
  {
    path: '/o/:org/people',
    screen: lazy(() => import('./directory-screen.js').then((file) => file.DirectoryScreen)),
  },
  {
    path: '/o/:org/people/:publicId',
    screen: lazy(() => import('./profile-screen.js').then((file) => file.ProfileScreen)),
  },
];
