import { lazy } from 'preact-iso';
import type { Screen } from '../shell/contents.js';

export const REPORT_SCREENS: readonly Screen[] = [
  {
    path: '/o/:org/:project/reports',
    screen: lazy(() => import('./reports-screen.js').then((file) => file.ReportsScreen)),
  },
  {
    path: '/o/:org/:project/reports/:type',
    screen: lazy(() => import('./report-screen.js').then((file) => file.ReportScreen)),
  },
  {
    path: '/o/:org/:project/sprints/:sprint/report',
    screen: lazy(() => import('./sprint-report-screen.js').then((file) => file.SprintReportScreen)),
  },
  {
    path: '/o/:org/:project/reports/saved/:id',
    screen: lazy(() => import('./saved-report-screen.js').then((file) => file.SavedReportScreen)),
  },
];
