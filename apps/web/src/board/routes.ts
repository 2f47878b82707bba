import { lazy } from 'preact-iso';
import type { Screen } from '../shell/contents.js';

export const BOARD_SCREENS: readonly Screen[] = [
  {
    path: '/o/:org/:project/board',
    screen: lazy(() => import('./board-screen.js').then((file) => file.BoardScreen)),
  },
];
