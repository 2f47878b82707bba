import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { session, signInOptions } from '../api/session.js';
import { Skeleton } from '../parts/skeleton.js';
import { Tabs } from '../parts/tabs.js';
import { Below } from '../shell/below.js';
import { NotFound } from '../shell/refused.js';
import { Crumbs } from '../shell/crumbs.js';
import { Page } from '../shell/page.js';
import { AppearanceSettings } from './appearance-settings.js';
import { PasswordSettings } from './password-settings.js';
import { Profile } from './profile-settings.js';
import { SessionList } from './session-list.js';
import { SETTINGS_PAGES, securityName } from './settings-pages.js';
import styles from './settings.module.css';
import { TokenForm } from './token-form.js';
import { TokenList } from './token-list.js';
import { Usernames } from './usernames.js';

/** The settings of the user, by the address. */
export function Settings() {
  const { path } = useLocation();
  const place = path.replace(/\/+$/, '');
  switch (place) {
    case '/settings':
      return (
        <SettingsPage title="Profile" current={place}>
          <Profile />
          <Below>
            <Usernames organizations={session.value?.organizations ?? []} />
          </Below>
        </SettingsPage>
      );
    case '/settings/security':
      return (
        <SettingsPage title={securityName()} current={place}>
          <Below fallback={<Skeleton label="Loading the settings" lines={6} />}>
            {signInOptions.value.password && <PasswordSettings />}
            <SessionList />
          </Below>
        </SettingsPage>
      );
    case '/settings/tokens':
      return (
        <SettingsPage title="Access tokens" current={place}>
          <TokenList />
        </SettingsPage>
      );
    case '/settings/tokens/new':
      return (
        <SettingsPage title="New access token" current="/settings/tokens">
          <TokenForm />
        </SettingsPage>
      );
    case '/settings/appearance':
      return (
        <SettingsPage title="Appearance and keys" current={place}>
          <AppearanceSettings />
        </SettingsPage>
      );
    default:
      return <NotFound />;
  }
}

interface SettingsPageProps {
  readonly title: string;
  readonly current: string;
  readonly children: ComponentChildren;
}

const SettingsPage = ({ title, current, children }: SettingsPageProps) => (
  <Page
    title={title}
    above={
      <>
        <Crumbs crumbs={[{ name: 'Settings', href: '/settings' }]} />
        <Tabs
          label="Settings"
          tabs={SETTINGS_PAGES.map(({ name, href }) => ({ name, href, isCurrent: href === current }))}
        />
      </>
    }
  >
    <div class={styles.settings}>{children}</div>
  </Page>
);
