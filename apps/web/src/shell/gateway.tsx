import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { expectPageAfterAction } from './page.js';
import styles from './gateway.module.css';

interface GatewayProps {
  readonly title: string;
  /** True for a page that asks something: the heading takes the focus, so that a screen reader reads it before the person chooses. */
  readonly asks?: boolean;
  readonly children: ComponentChildren;
}

/** A page in front of the application: one heading, one form. */
export function Gateway({ title, asks = false, children }: GatewayProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    document.title = `${title} · Worktrack`;
  }, [title]);
  useLayoutEffect(expectPageAfterAction, []);
  useLayoutEffect(() => {
    if (asks) heading.current?.focus();
  }, [asks]);
  return (
    <main class={styles.gateway}>
      <div class={styles.panel}>
        <img class={styles.logo} src="/favicon.svg" alt="" width="36" height="36" />
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </div>
    </main>
  );
}
