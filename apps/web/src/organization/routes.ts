import { lazy } from 'preact-iso';
import type { Screen } from '../shell/contents.js';

export const ORGANIZATION_SCREENS: readonly Screen[] = [
  {
    path: '/organizations/new',
    screen: lazy(() => import('./new-organization-screen.js').then((file) => file.NewOrganizationScreen)),
  },
  {
    path: '/o/:org',
    screen: lazy(() => import('./organization-screen.js').then((file) => file.OrganizationScreen)),
  },
  {
    path: '/o/:org/settings',
    screen: lazy(() => import('./settings-screen.js').then((file) => file.SettingsScreen)),
  },
  {
    path: '/o/:org/settings/members',
    screen: lazy(() => import('./members-screen.js').then((file) => file.MembersScreen)),
  },
];
