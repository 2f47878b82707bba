import { lazyScreen } from '../shell/not-loaded.js';
import type { Screen } from '../shell/contents.js';

export const LABEL_SCREENS: readonly Screen[] = [
  {
    path: '/o/:org/:project/labels',
    screen: lazyScreen(() => import('./labels-screen.js').then((file) => file.LabelsScreen)),
  },
];
