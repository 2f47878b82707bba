import type { ComponentChildren } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { expectPageAfterAction } from '../shell/page.js';
import styles from './identity.module.css';

interface GatewayProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A page in front of the application: one heading, one form. */
export function Gateway({ title, children }: GatewayProps) {
  useLayoutEffect(() => {
    document.title = `${title} · Worktrack`;
  }, [title]);
  useLayoutEffect(expectPageAfterAction, []);
  return (
    <main class={styles.gateway}>
      <div class={styles.panel}>
        <img class={styles.logo} src="/favicon.svg" alt="" width="36" height="36" />
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
