import { lazyScreen } from '../shell/not-loaded.js';
import type { Screen } from '../shell/contents.js';

export const SEARCH_SCREENS: readonly Screen[] = [
  {
    path: '/o/:org/search',
    screen: lazyScreen(() => import('./search-screen.js').then((file) => file.SearchScreen)),
  },
  {
    path: '/o/:org/views/:id',
    screen: lazyScreen(() => import('./view-screen.js').then((file) => file.ViewScreen)),
  },
];
