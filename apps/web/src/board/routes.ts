import { lazyScreen } from '../shell/not-loaded.js';
import type { Screen } from '../shell/contents.js';

export const BOARD_SCREENS: readonly Screen[] = [
  {
    path: '/o/:org/:project/board',
    screen: lazyScreen(() => import('./board-screen.js').then((file) => file.BoardScreen)),
  },
];
