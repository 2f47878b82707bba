import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import styles from './card.module.css';

interface SectionProps {
  readonly title: string;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
  /** True for a section without a frame around its content. */
  readonly bare?: boolean;
}

/** A titled part of a page. */
export function Section({ title, actions, children, bare = false }: SectionProps) {
  const id = useId();
  return (
    <section class={styles.section} aria-labelledby={id}>
      <div class={styles.head}>
        <h2 id={id}>{title}</h2>
        {actions}
      </div>
      {bare ? children : <div class={styles.card}>{children}</div>}
    </section>
  );
}

export const Card = ({ children }: { readonly children: ComponentChildren }) => (
  <div class={styles.card}>{children}</div>
);
