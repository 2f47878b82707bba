import { signInOptions } from '../api/session.js';

/** The pages of the settings, in the order of their tabs. Names are read when they are shown: the ways to sign in decide one of them. */
export const SETTINGS_PAGES = [
  { name: 'Profile', href: '/settings' },
  {
    get name() {
      return securityName();
    },
    href: '/settings/security',
  },
  { name: 'Access tokens', href: '/settings/tokens' },
  { name: 'Appearance and keys', href: '/settings/appearance' },
] as const;

/** The name of the page about passwords and sessions; where nobody has a password, about sessions. */
export function securityName(): string {
  return signInOptions.value.password ? 'Password and sessions' : 'Sessions';
}

/** The pages of the settings as the palette names them. */
export const SETTINGS_LINKS = SETTINGS_PAGES.map((page) => ({
  get name() {
    return `Settings: ${page.name}`;
  },
  href: page.href,
}));
