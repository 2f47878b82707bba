import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { returnToPlace } from './kept-places.js';
import styles from './page.module.css';

interface PageProps {
  /** The title of the window, and the heading of the page. */
  readonly title: string;
  /** The links before the heading that lead to this page. */
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
export function Page({ title, above, actions, afterTitle, children, wide = false, filling = false }: PageProps) {
  const { path } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    document.title = title === 'Worktrack' ? title : `${title} · Worktrack`;
  }, [title]);
  useLayoutEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
    returnToPlace();
  }, [path]);
  return (
    <div class={styles.page} data-wide={wide || undefined} data-filling={filling || undefined}>
      <header class={styles.head}>
        <div class={styles.titles}>
          {above !== undefined && <div class={styles.above}>{above}</div>}
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
