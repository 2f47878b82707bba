import type { ComponentType } from 'preact';
import { lazy } from 'preact-iso';
import { MyWork } from '../my-work/my-work.js';
import { ProjectScreen } from '../project/project-screen.js';

const Settings = lazy(() => import('../identity/settings.js').then((file) => file.Settings));

export interface Screen {
  /** The path, with `:name` for a parameter, which `useRoute().params` has. */
  readonly path: string;
  readonly screen: ComponentType;
}

/** The screens that need sign-in; the first that matches is shown. A new screen is one line, loaded when it is first opened. */
export const SCREENS: readonly Screen[] = [
  { path: '/', screen: MyWork },
  {
    path: '/o/:org',
    screen: lazy(() => import('../organization/organization-screen.js').then((file) => file.OrganizationScreen)),
  },
  {
    path: '/o/:org/search',
    screen: lazy(() => import('../search/search-screen.js').then((file) => file.SearchScreen)),
  },
  {
    path: '/o/:org/people',
    screen: lazy(() => import('../people/directory-screen.js').then((file) => file.DirectoryScreen)),
  },
  {
    path: '/o/:org/people/:publicId',
    screen: lazy(() => import('../people/profile-screen.js').then((file) => file.ProfileScreen)),
  },
  { path: '/o/:org/:project', screen: ProjectScreen },
  {
    path: '/o/:org/:project/activity',
    screen: lazy(() => import('../project/project-activity-screen.js').then((file) => file.ProjectActivityScreen)),
  },
  {
    path: '/o/:org/:project/labels',
    screen: lazy(() => import('../label/labels-screen.js').then((file) => file.LabelsScreen)),
  },
  {
    path: '/o/:org/:project/settings',
    screen: lazy(() => import('../project/project-settings-screen.js').then((file) => file.ProjectSettingsScreen)),
  },
  {
    path: '/o/:org/:project/board',
    screen: lazy(() => import('../board/board-screen.js').then((file) => file.BoardScreen)),
  },
  {
    path: '/o/:org/:project/backlog',
    screen: lazy(() => import('../planning/backlog-screen.js').then((file) => file.BacklogScreen)),
  },
  {
    path: '/o/:org/:project/sprints',
    screen: lazy(() => import('../planning/sprints-screen.js').then((file) => file.SprintsScreen)),
  },
  {
    path: '/o/:org/:project/reports',
    screen: lazy(() => import('../reports/reports-screen.js').then((file) => file.ReportsScreen)),
  },
  {
    path: '/o/:org/:project/reports/:type',
    screen: lazy(() => import('../reports/report-screen.js').then((file) => file.ReportScreen)),
  },
  {
    path: '/o/:org/:project/sprints/:sprint/report',
    screen: lazy(() => import('../reports/sprint-report-screen.js').then((file) => file.SprintReportScreen)),
  },
  {
    path: '/o/:org/:project/reports/saved/:id',
    screen: lazy(() => import('../reports/saved-report-screen.js').then((file) => file.SavedReportScreen)),
  },
  {
    path: '/o/:org/items/:key',
    // With the pickers of its fields, so that they open without a connection, too.
    screen: lazy(async () => {
      const [file] = await Promise.all([
        import('../work-item/work-item-screen.js'),
        import('../work-item/item-actions.js'),
      ]);
      return file.WorkItemScreen;
    }),
  },
  { path: '/settings', screen: Settings },
  { path: '/settings/*', screen: Settings },
];
