import { lazy } from 'preact-iso';
import type { Screen } from '../shell/contents.js';

export const LABEL_SCREENS: readonly Screen[] = [
  {
    path: '/o/:org/:project/labels',
    screen: lazy(() => import('./labels-screen.js').then((file) => file.LabelsScreen)),
  },
];
