import { lazy } from 'preact-iso';
import type { Screen } from '../shell/contents.js';

export const INVITATION_SCREENS: readonly Screen[] = [
  {
    path: '/invitation',
    screen: lazy(() => import('./invitation-screen.js').then((file) => file.InvitationScreen)),
    isPublic: true,
  },
  {
    path: '/o/:org/settings/invitations',
    screen: lazy(() => import('./invitations-screen.js').then((file) => file.InvitationsScreen)),
  },
];
