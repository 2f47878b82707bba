/* The screens of administration come together: whoever opens one of them goes on to another. */
export { InvitationScreen } from './invitation-screen.js';
export { InvitationsScreen } from './invitations-screen.js';
export { MembersScreen } from './members-screen.js';
export { NewOrganizationScreen, NoOrganization } from './new-organization-screen.js';
export { SetupScreen } from './setup-screen.js';
export { SettingsScreen } from './settings-screen.js';
