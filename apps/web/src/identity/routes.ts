import { lazy } from 'preact-iso';
import type { Screen } from '../shell/contents.js';

const Settings = lazy(() => import('./settings.js').then((file) => file.Settings));

export const IDENTITY_SCREENS: readonly Screen[] = [
  { path: '/welcome', screen: lazy(() => import('./welcome.js').then((file) => file.Welcome)), isPublic: true },
  {
    path: '/forgotten',
    screen: lazy(() => import('./forgotten-screen.js').then((file) => file.ForgottenScreen)),
    isPublic: true,
  },
  { path: '/email', screen: lazy(() => import('./email-screen.js').then((file) => file.EmailScreen)) },
  { path: '/settings', screen: Settings },
  { path: '/settings/*', screen: Settings },
];
