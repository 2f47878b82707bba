import { lazy } from 'preact-iso';
import type { Screen } from '../shell/contents.js';

const screens = () => import('./screens.js');

/** Shown in the place of My Work to a user who belongs to no Organization. */
export const NoOrganization = lazy(() => screens().then((file) => file.NoOrganization));

export const ADMINISTRATION_SCREENS: readonly Screen[] = [
  { path: '/invitation', screen: lazy(() => screens().then((file) => file.InvitationScreen)), isPublic: true },
  { path: '/setup', screen: lazy(() => screens().then((file) => file.SetupScreen)), isPublic: true },
  { path: '/organizations/new', screen: lazy(() => screens().then((file) => file.NewOrganizationScreen)) },
  { path: '/o/:org/settings', screen: lazy(() => screens().then((file) => file.SettingsScreen)) },
  { path: '/o/:org/settings/members', screen: lazy(() => screens().then((file) => file.MembersScreen)) },
  { path: '/o/:org/settings/invitations', screen: lazy(() => screens().then((file) => file.InvitationsScreen)) },
];
