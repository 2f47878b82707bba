/** The pages of the settings, in the order of their tabs. */
export const SETTINGS_PAGES = [
  { name: 'Profile', href: '/settings' },
  { name: 'Password and sessions', href: '/settings/security' },
  { name: 'Access tokens', href: '/settings/tokens' },
  { name: 'Appearance and keys', href: '/settings/appearance' },
] as const;

/** The pages of the settings as the palette names them. */
export const SETTINGS_LINKS = SETTINGS_PAGES.map(({ name, href }) => ({ name: `Settings: ${name}`, href }));
