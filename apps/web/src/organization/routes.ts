import { lazy } from 'preact-iso';
import type { Screen } from '../shell/contents.js';

export const ORGANIZATION_SCREENS: readonly Screen[] = [
  {
    path: '/o/:org',
    screen: lazy(() => import('./organization-screen.js').then((file) => file.OrganizationScreen)),
  },
];
