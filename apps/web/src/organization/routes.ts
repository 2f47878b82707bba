import { lazyScreen } from '../shell/not-loaded.js';
import type { Screen } from '../shell/contents.js';

export const ORGANIZATION_SCREENS: readonly Screen[] = [
  {
    path: '/o/:org',
    screen: lazyScreen(() => import('./organization-screen.js').then((file) => file.OrganizationScreen)),
  },
];
