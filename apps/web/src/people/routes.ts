import { lazyScreen } from '../shell/not-loaded.js';
import type { Screen } from '../shell/contents.js';

export const PEOPLE_SCREENS: readonly Screen[] = [
  {
    path: '/o/:org/people',
    screen: lazyScreen(() => import('./directory-screen.js').then((file) => file.DirectoryScreen)),
  },
  {
    path: '/o/:org/people/:publicId',
    screen: lazyScreen(() => import('./profile-screen.js').then((file) => file.ProfileScreen)),
  },
];
