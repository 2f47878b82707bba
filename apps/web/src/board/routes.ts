import { lazy } from 'preact-iso';
import type { Screen } from '../shell/contents.js';

export const BOARD_SCREENS: readonly Screen[] = [
  {
    path: '/o/:org/:project/board',
    screen: lazy(() => import('./board-screen.js').then((file) => file.BoardScreen)),
  },
];

/** Loads what brings the cards of a board up to date. */
export const cardRefresh = () => import('./refresh-cards.js').then((file) => file.refreshCards);
