import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { SETTINGS_PAGES } from '../identity/settings-pages.js';
import { IconButton } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { OfflineBanner } from './connection.js';
import { useCommands } from './commands.js';
import { Help } from './help.js';
import { KeySequences, isEditable } from './keys.js';
import { closeOpened, opened, openHelp, openPalette } from './open.js';
import { Palette } from './palette.js';
import { usePlace } from './place.js';
import { singleKeys, theme } from './preferences.js';
import { registry } from './registry.js';
import { Sidebar } from './sidebar.js';
import { SignInAgain } from './sign-in-again.js';
import { leave } from './sign-out.js';
import styles from './frame.module.css';

/** What is around every screen: navigation, palette, keys. */
export function Frame({ children }: { readonly children: ComponentChildren }) {
  const { path } = useLocation();
  useGlobalCommands();
  useKeys();
  useEffect(closeOpened, [path]);
  return (
    <div class={styles.frame}>
      <a class={`visually-hidden ${styles.skip}`} href="#main">
        Skip to the content
      </a>
      <header class={styles.bar}>
        <IconButton
          icon="menu"
          label="Navigation"
          onClick={() => {
            opened.value = 'navigation';
          }}
        />
        <a href="/">Worktrack</a>
        <IconButton icon="search" label="Find or do" onClick={openPalette} />
      </header>
      <div class={styles.side}>
        <Sidebar />
      </div>
      <main id="main" class={styles.main} tabIndex={-1}>
        <OfflineBanner />
        {children}
      </main>
      {opened.value === 'navigation' && (
        <Dialog title="Navigation" place="side" bare onClose={closeOpened}>
          <div class={styles.drawer}>
            <Sidebar />
          </div>
        </Dialog>
      )}
      {(opened.value === 'palette' || opened.value === 'projects') && (
        <Palette onlyProjects={opened.value === 'projects'} />
      )}
      {opened.value === 'help' && <Help />}
      <SignInAgain />
    </div>
  );
}

function useGlobalCommands(): void {
  const { route } = useLocation();
  const { organization, project } = usePlace();
  const slug = organization?.slug;
  const inProject = slug !== undefined && project !== undefined;
  useCommands(
    [
      { id: 'palette', name: 'Find or do', keys: ['Mod+K'], run: openPalette },
      { id: 'help', name: 'Keyboard shortcuts', keys: ['?'], run: openHelp },
      {
        id: 'my-work',
        name: 'Go to My Work',
        keys: ['g m'],
        run: () => {
          route('/');
        },
      },
      {
        id: 'projects',
        name: 'Go to a Project …',
        keys: ['g p'],
        run: () => {
          opened.value = 'projects';
        },
      },
      ...(inProject
        ? [
            {
              id: 'board',
              name: `Go to the board of ${project}`,
              keys: ['g b'],
              run: () => {
                route(`/o/${slug}/${project}/board`);
              },
            },
            {
              id: 'reports',
              name: `Go to the reports of ${project}`,
              keys: ['g r'],
              run: () => {
                route(`/o/${slug}/${project}/reports`);
              },
            },
          ]
        : []),
      ...SETTINGS_PAGES.map(({ name, href }) => ({
        id: `settings ${href}`,
        name: `Settings: ${name}`,
        run: () => {
          route(href);
        },
      })),
      {
        id: 'theme',
        name: 'Switch between light and dark',
        run: () => {
          const isDark =
            theme.value === 'dark' || (theme.value === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
          theme.value = isDark ? 'light' : 'dark';
        },
      },
      {
        id: 'theme-of-the-system',
        name: 'Use the theme of the system',
        run: () => {
          theme.value = 'auto';
        },
      },
      { id: 'sign-out', name: 'Sign out', run: leave },
    ],
    [slug, project, route],
  );
}

function useKeys(): void {
  useEffect(() => {
    const sequences = new KeySequences(registry);
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const inDialog = document.querySelector('dialog[open]') !== null;
      const onlyModified = singleKeys.value === 'off' || inDialog || isEditable(event.target);
      // Before the command runs: what it opens must not get the key.
      if (sequences.press(event, onlyModified)) event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', onKeyDown);
    };
  }, []);
}
