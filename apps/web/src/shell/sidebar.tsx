import { session, type Membership } from '../api/session.js';
import { Avatar } from '../parts/avatar.js';
import { Icon } from '../parts/icon.js';
import { Menu, type MenuItem } from '../parts/menu.js';
import type { Contents } from './contents.js';
import { NewItemButton } from './new-item-button.js';
import { openHelp, openPalette } from './open.js';
import { usePlace } from './place.js';
import { theme, type Theme } from './preferences.js';
import { leave } from './sign-out.js';
import { Keys } from './shown-keys.js';
import { SidebarLink } from './sidebar-link.js';
import styles from './sidebar.module.css';

export function Sidebar({ parts }: { readonly parts: Contents['sidebar'] }) {
  const { organization } = usePlace();
  return (
    <div class={styles.sidebar}>
      {organization && <OrganizationSwitch current={organization} />}
      <button
        type="button"
        class={styles.find}
        onClick={() => {
          openPalette();
        }}
      >
        <Icon name="search" />
        <span>Search or jump to</span>
        <Keys sequence="Mod+K" />
      </button>
      {organization && !organization.suspended && (
        <div class={styles.create}>
          <NewItemButton />
        </div>
      )}
      <nav class={styles.scroll} aria-label="Main">
        <ul class={styles.list}>
          <li>
            <SidebarLink href="/" icon="inbox" name="My Work" />
          </li>
          {organization && (
            <li>
              <SidebarLink href={`/o/${organization.slug}`} icon="layers" name="Organization" />
            </li>
          )}
          {organization && !organization.suspended && (
            <li>
              <SidebarLink href={`/o/${organization.slug}/people`} icon="users" name="People" />
            </li>
          )}
          {organization && !organization.suspended && (
            <li>
              <SidebarLink href={`/o/${organization.slug}/search`} icon="search" name="Search" />
            </li>
          )}
        </ul>
        {organization &&
          !organization.suspended &&
          parts.map((Part, at) => <Part key={at} organization={organization.slug} />)}
      </nav>
      <UserMenu />
    </div>
  );
}

const NEW_ORGANIZATION = {
  ...{ id: ' new', name: 'New Organization …', icon: 'plus', href: '/organizations/new' },
  section: true,
} as const satisfies MenuItem;

function OrganizationSwitch({ current }: { readonly current: Membership }) {
  const { organizations = [], canCreateOrganizations = false } = session.value ?? {};
  const items = organizations.map(({ slug, name, suspended }, at) => ({
    id: slug,
    name: suspended ? `${name} (suspended)` : name,
    before: <Avatar name={name} square />,
    isChecked: slug === current.slug,
    href: `/o/${slug}`,
    ...(at === 0 && { section: 'Organizations' }),
  }));
  return (
    <Menu
      label="Organizations"
      items={[...items, ...(canCreateOrganizations ? [NEW_ORGANIZATION] : [])]}
      trigger={(trigger) => (
        <button type="button" class={styles.organization} {...trigger}>
          <Avatar name={current.name} square />
          <span title={current.name}>{current.name}</span>
          <Icon name="chevronsUpDown" size={14} />
        </button>
      )}
    />
  );
}

const THEME_ITEMS: readonly (MenuItem & { readonly id: Theme })[] = [
  { id: 'auto', name: 'Follow system', icon: 'monitor', section: 'Theme' },
  { id: 'light', name: 'Light', icon: 'sun' },
  { id: 'dark', name: 'Dark', icon: 'moon' },
];

function UserMenu() {
  const { user } = session.value ?? {};
  if (!user) return null;
  const themes = THEME_ITEMS.map((item) => ({
    ...item,
    isChecked: theme.value === item.id,
    onChoose: () => {
      theme.value = item.id;
    },
  }));
  return (
    <Menu
      label="You"
      items={[
        { id: 'settings', name: 'Settings', icon: 'settings', href: '/settings' },
        { id: 'help', name: 'Keyboard shortcuts', icon: 'help', onChoose: openHelp },
        ...themes,
        { id: 'sign-out', name: 'Sign out', icon: 'signOut', section: true, onChoose: leave },
      ]}
      trigger={(trigger) => (
        <button type="button" class={styles.user} {...trigger}>
          <Avatar name={user.name} imageUrl={user.avatarUrl} size="large" />
          <span>
            <b title={user.name}>{user.name}</b>
            <small title={user.email}>{user.email}</small>
          </span>
          <Icon name="chevronsUpDown" size={14} />
        </button>
      )}
    />
  );
}
