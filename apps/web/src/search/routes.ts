import { lazy } from 'preact-iso';
import type { Screen } from '../shell/contents.js';

export const SEARCH_SCREENS: readonly Screen[] = [
  {
    path: '/o/:org/search',
    screen: lazy(() => import('./search-screen.js').then((file) => file.SearchScreen)),
  },
];
