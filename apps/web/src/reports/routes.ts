import { lazyScreen } from '../shell/not-loaded.js';
import type { Screen } from '../shell/contents.js';

export const REPORT_SCREENS: readonly Screen[] = [
  {
    path: '/o/:org/:project/reports',
    screen: lazyScreen(() => import('./reports-screen.js').then((file) => file.ReportsScreen)),
  },
  {
    path: '/o/:org/:project/reports/:type',
    screen: lazyScreen(() => import('./report-screen.js').then((file) => file.ReportScreen)),
  },
  {
    path: '/o/:org/:project/sprints/:sprint/report',
    screen: lazyScreen(() => import('./sprint-report-screen.js').then((file) => file.SprintReportScreen)),
  },
  {
    path: '/o/:org/:project/reports/saved/:id',
    screen: lazyScreen(() => import('./saved-report-screen.js').then((file) => file.SavedReportScreen)),
  },
];
