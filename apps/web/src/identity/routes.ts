import { lazy } from 'preact-iso';
import type { Screen } from '../shell/contents.js';

const Settings = lazy(() => import('./settings.js').then((file) => file.Settings));

export const IDENTITY_SCREENS: readonly Screen[] = [
  { path: '/welcome', screen: lazy(() => import('./welcome.js').then((file) => file.Welcome)), isPublic: true },
  { path: '/settings', screen: Settings },
  { path: '/settings/*', screen: Settings },
];
