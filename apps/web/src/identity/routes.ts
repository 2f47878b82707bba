import { lazyScreen } from '../shell/not-loaded.js';
import type { Screen } from '../shell/contents.js';

const Settings = lazyScreen(() => import('./settings.js').then((file) => file.Settings));

export const IDENTITY_SCREENS: readonly Screen[] = [
  { path: '/welcome', screen: lazyScreen(() => import('./welcome.js').then((file) => file.Welcome)), isPublic: true },
  {
    path: '/forgotten',
    screen: lazyScreen(() => import('./forgotten-screen.js').then((file) => file.ForgottenScreen)),
    isPublic: true,
  },
  { path: '/email', screen: lazyScreen(() => import('./email-screen.js').then((file) => file.EmailScreen)) },
  { path: '/settings', screen: Settings },
  { path: '/settings/*', screen: Settings },
];
