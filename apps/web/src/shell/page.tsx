import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { returnToPlace } from './kept-places.js';
import styles from './page.module.css';

export interface PageProps {
  /** The heading of the page. */
  readonly title: string;
  /** The title of the window; by default the heading. */
  readonly windowTitle?: string;
  /** Above the heading: the crumbs, and the tabs that the page is one of. */
  readonly above?: ComponentChildren;
  readonly actions?: ComponentChildren;
  /** Next to the heading. A form there takes its place. */
  readonly afterTitle?: ComponentChildren;
  readonly children?: ComponentChildren;
  /** True for a page that uses the whole width, such as a board. */
  readonly wide?: boolean;
  /** True for a page that is as high as the window: its content scrolls. */
  readonly filling?: boolean;
}

let isFirstPage = true;

/** Says that the next page follows an action, such as signing in: it is not the first one, and its heading takes the focus. */
export function expectPageAfterAction(): void {
  isFirstPage = false;
}

/** True after the first page: the next one follows an action or a navigation. */
export const isAfterAction = (): boolean => !isFirstPage;

/** A screen with its heading. After a navigation the heading has the focus, so that a screen reader says where the user is. */
export function Page({
  title,
  windowTitle = title,
  above,
  actions,
  afterTitle,
  children,
  wide = false,
  filling = false,
}: PageProps) {
  const { path } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    document.title = windowTitle === 'Worktrack' ? windowTitle : `${windowTitle} · Worktrack`;
  }, [windowTitle]);
  useLayoutEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
    returnToPlace();
  }, [path]);
  return (
    <div class={styles.page} data-wide={wide || undefined} data-filling={filling || undefined}>
      {above !== undefined && <div class={styles.above}>{above}</div>}
      <header class={styles.head}>
        <div class={styles.titles}>
          <div class={styles.heading}>
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {afterTitle}
          </div>
        </div>
        {actions !== undefined && <div class={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
