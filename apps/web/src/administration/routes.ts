import { lazyScreen } from '../shell/not-loaded.js';
import type { Screen } from '../shell/contents.js';

const screens = () => import('./screens.js');

/** Shown in the place of My Work to a user who belongs to no Organization. */
export const NoOrganization = lazyScreen(() => screens().then((file) => file.NoOrganization));

export const ADMINISTRATION_SCREENS: readonly Screen[] = [
  { path: '/invitation', screen: lazyScreen(() => screens().then((file) => file.InvitationScreen)), isPublic: true },
  { path: '/setup', screen: lazyScreen(() => screens().then((file) => file.SetupScreen)), isPublic: true },
  { path: '/organizations/new', screen: lazyScreen(() => screens().then((file) => file.NewOrganizationScreen)) },
  { path: '/o/:org/settings', screen: lazyScreen(() => screens().then((file) => file.SettingsScreen)) },
  { path: '/o/:org/settings/members', screen: lazyScreen(() => screens().then((file) => file.MembersScreen)) },
  { path: '/o/:org/settings/invitations', screen: lazyScreen(() => screens().then((file) => file.InvitationsScreen)) },
  {
    path: '/o/:org/settings/webhooks',
    screen: lazyScreen(() => import('./webhooks/webhooks-screen.js').then((file) => file.WebhooksScreen)),
  },
];
