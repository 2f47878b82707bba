import type { ComponentChildren } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { IconButton } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { followOpening } from '../work-item/came-from.js';
import { OfflineBanner } from './connection.js';
import { useGlobalCommands } from './global-commands.js';
import { Help } from './help.js';
import { ItemCommands } from './item-commands.js';
import { followItems } from './items-in-hand.js';
import { KeySequences, isEditable, isForControl } from './keys.js';
import { useListKeys } from './list-keys.js';
import { closeOpened, opened, openPalette } from './open.js';
import { Palette } from './palette.js';
import { singleKeys } from './preferences.js';
import { registry } from './registry.js';
import { Sidebar } from './sidebar.js';
import { SignInAgain } from './sign-in-again.js';
import { tipOf } from './tooltip.js';
import styles from './frame.module.css';

/** What is around every screen: navigation, palette, keys. */
export function Frame({ children }: { readonly children: ComponentChildren }) {
  const { path } = useLocation();
  useGlobalCommands();
  useListKeys();
  useKeys();
  useLayoutEffect(followItems, []);
  useLayoutEffect(followOpening, []);
  useLayoutEffect(closeOpened, [path]);
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
        <IconButton icon="search" label="Find or do" tip={tipOf('palette')} onClick={openPalette} />
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
      <ItemCommands />
      <SignInAgain />
    </div>
  );
}

function useKeys(): void {
  useLayoutEffect(() => {
    const sequences = new KeySequences(registry);
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isForControl(event)) return;
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
