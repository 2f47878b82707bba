import { ADMINISTRATION_SCREENS } from './administration/routes.js';
import { ARCHIVE_SCREENS } from './archive/routes.js';
import { BOARD_SCREENS } from './board/routes.js';
import { IDENTITY_SCREENS } from './identity/routes.js';
import { SETTINGS_LINKS } from './identity/settings-pages.js';
import { SignIn, SignInAgain } from './identity/sign-in.js';
import { LABEL_SCREENS } from './label/routes.js';
import { MY_WORK_SCREENS } from './my-work/routes.js';
import { ORGANIZATION_SCREENS } from './organization/routes.js';
import { PEOPLE_SCREENS } from './people/routes.js';
import { CreateCommands } from './planning/everywhere.js';
import { PLANNING_SCREENS } from './planning/routes.js';
import { BottomBar } from './project/bottom-bar.js';
import { PROJECT_SCREENS, WORK_ITEM_SCREENS } from './project/routes.js';
import { SidebarFavorites, SidebarProjects } from './project/sidebar-projects.js';
import { SidebarRecent } from './project/sidebar-recent.js';
import { REPORT_SCREENS } from './reports/routes.js';
import { SidebarPins } from './reports/sidebar-pins.js';
import { SEARCH_SCREENS } from './search/routes.js';
import type { Contents } from './shell/contents.js';
import { SidebarViews } from './views/sidebar-views.js';
import { ItemCommands } from './work-item/item-commands.js';

/** The contents of the shell. All but the screens that are loaded later belongs to the first page. */
export const CONTENTS: Contents = {
  signIn: SignIn,
  screens: [
    ...MY_WORK_SCREENS,
    ...ORGANIZATION_SCREENS,
    ...ADMINISTRATION_SCREENS,
    ...SEARCH_SCREENS,
    ...PEOPLE_SCREENS,
    ...PROJECT_SCREENS,
    ...ARCHIVE_SCREENS,
    ...LABEL_SCREENS,
    ...BOARD_SCREENS,
    ...PLANNING_SCREENS,
    ...REPORT_SCREENS,
    ...WORK_ITEM_SCREENS,
    ...IDENTITY_SCREENS,
  ],
  everywhere: [CreateCommands, ItemCommands, SignInAgain],
  bottomBar: BottomBar,
  sidebar: [SidebarFavorites, SidebarViews, SidebarRecent, SidebarProjects, SidebarPins],
  palette: () => import('./palette-sources.js').then((file) => file.PALETTE_SOURCES),
  links: SETTINGS_LINKS,
};
