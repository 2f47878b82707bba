import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import styles from './markdown.module.css';

interface MarkdownProps {
  readonly text: string;
  /** A single end of a line is seen as one, as people write comments. */
  readonly breaks?: boolean;
}

/** Characters. The time to understand a text grows faster than its length; a longer one is shown as it was written. */
const LONGEST = 20_000;

type Understand = (text: string, breaks: boolean) => ComponentChildren;

let understand: Understand | undefined;

/** A text in Markdown. Markup in it is shown as text, and pictures as links: nothing in it can act. */
export function Markdown({ text, breaks = false }: MarkdownProps) {
  const [isReady, setReady] = useState(understand !== undefined);
  useEffect(() => {
    if (isReady) return undefined;
    let isMounted = true;
    import('./markdown-tokens.js').then(
      ({ nodesOf }) => {
        understand = nodesOf;
        if (isMounted) setReady(true);
      },
      // Without a connection the text is shown as it was written.
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, []);
  const nodes = understand && text.length <= LONGEST ? understand(text, breaks) : undefined;
  return (
    <div class={styles.markdown} data-plain={nodes === undefined || undefined}>
      {nodes ?? text}
    </div>
  );
}
