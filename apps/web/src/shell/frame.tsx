import { useQueryClient } from '@tanstack/preact-query';
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { loaded } from '../api/loaded.js';
import { IconButton } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { OfflineBanner } from './connection.js';
import type { Contents } from './contents.js';
import { useGlobalCommands } from './global-commands.js';
import { followItems } from './items-in-hand.js';
import { KeySequences, isEditable, isForControl } from './keys.js';
import { useListKeys } from './list-keys.js';
import { warnNotLoaded } from './not-loaded.js';
import { closeOpened, opened, openNewItem, openPalette } from './open.js';
import { Palette, usePaletteLater } from './palette.js';
import { useMemberPictures } from './person-avatar.js';
import { usePlace } from './place.js';
import { singleKeys } from './preferences.js';
import { registry } from './registry.js';
import { Sidebar } from './sidebar.js';
import { tipOf } from './tooltip.js';
import styles from './frame.module.css';

interface FrameProps {
  readonly contents: Contents;
  readonly children: ComponentChildren;
}

/** The frame around every screen: navigation, palette, keys. */
export function Frame({ contents, children }: FrameProps) {
  const { path } = useLocation();
  const { organization } = usePlace();
  const { everywhere, bottomBar: BottomBar, sidebar, palette, links } = contents;
  useGlobalCommands(links);
  usePaletteLater(palette);
  useListKeys();
  useKeys();
  useMemberPictures(usePlace().organization?.slug);
  useLayoutEffect(followItems, []);
  useLayoutEffect(closeOpened, [path]);
  useOthersChanges();
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
        <span>
          <IconButton icon="search" label="Search or jump to" tip={tipOf('palette')} onClick={openPalette} />
          {organization && !organization.suspended && (
            <IconButton
              icon="plus"
              label="New Work Item"
              tip={tipOf('create')}
              onClick={() => {
                openNewItem();
              }}
            />
          )}
        </span>
      </header>
      <div class={styles.side}>
        <Sidebar parts={sidebar} />
      </div>
      <main id="main" class={styles.main} data-scroller="main" tabIndex={-1}>
        <OfflineBanner />
        {children}
      </main>
      {/* A screen puts here what a thumb must reach on a phone. */}
      <div id="below-main" class={styles.below} />
      <BottomBar />
      {opened.value === 'navigation' && (
        <Dialog title="Navigation" place="side" bare onClose={closeOpened}>
          <div class={styles.drawer}>
            <Sidebar parts={sidebar} />
          </div>
        </Dialog>
      )}
      {(opened.value === 'palette' || opened.value === 'projects') && (
        <Palette sources={palette} onlyProjects={opened.value === 'projects'} />
      )}
      {opened.value === 'help' && <Help />}
      {everywhere.map((Part, at) => (
        <Part key={at} />
      ))}
    </div>
  );
}

/** The help, which is loaded when it is opened: most visits do not need it. */
function Help() {
  const [Loaded, setLoaded] = useState<ComponentType>();
  useEffect(() => {
    loaded(() => import('./help.js')).then(
      (file) => {
        setLoaded(() => file.Help);
      },
      () => {
        closeOpened();
        warnNotLoaded();
      },
    );
  }, []);
  return Loaded ? <Loaded /> : null;
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

/** Milliseconds in which the first page has come. */
const FIRST_PAGE = 3_000;

/** Others' changes come to what is on the screen. Nothing of it is needed before the first page is seen. */
function useOthersChanges(): void {
  const cache = useQueryClient();
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isLeft = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      import('./others-changes.js').then(
        ({ followOthers }) => {
          if (!isLeft) stop = followOthers(cache);
        },
        // Without a connection there is nothing to follow either.
        () => {
          if (!isLeft) timer = setTimeout(follow, FIRST_PAGE);
        },
      );
    };
    timer = setTimeout(follow, FIRST_PAGE);
    return () => {
      isLeft = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [cache]);
}
