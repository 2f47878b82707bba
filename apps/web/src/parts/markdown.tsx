import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { TextBudget } from './text-budget.js';
import type { Task } from './tasks.js';
import { TickContext } from './text-place.js';
import type { Understood } from './markdown-tokens.js';
import styles from './markdown.module.css';

interface MarkdownProps {
  readonly text: string;
  /** A single end of a line is seen as one, as people write comments. */
  readonly breaks?: boolean;
  /** Ticks a task of the text. Without it tasks can be read only. */
  readonly onTick?: ((task: Task, isDone: boolean) => void) | undefined;
}

/** Characters. The time to understand a text grows faster than its length; a longer one is shown as it was written. */
const LONGEST = 20_000;

let understand: typeof import('./markdown-tokens.js').understood | undefined;

/** Loads what understands Markdown. Without a connection texts are shown as they were written. */
export const loadMarkdown = (): Promise<void> =>
  import('./markdown-tokens.js').then(
    ({ understood }) => {
      understand = understood;
    },
    () => undefined,
  );

/** Of all texts on the page. */
const budget = new TextBudget();

interface Shown {
  /** `undefined` while a text is shown as it was written. */
  readonly nodes?: ComponentChildren;
  readonly isTooMuch: boolean;
  readonly tasks?: readonly Task[] | undefined;
}

/** Formats a text with what the other texts of the page leave. */
function shownOf(owner: object, text: string, breaks: boolean): Shown {
  budget.release(owner);
  if (!understand) return { isTooMuch: false };
  if (text.length > LONGEST) return { isTooMuch: true };
  const { nodes, share, tasks }: Understood = understand(text, breaks, budget.leftFor(text));
  budget.take(owner, share);
  return { nodes, tasks, isTooMuch: nodes === undefined };
}

/** A text in Markdown. Markup in it is shown as text, and pictures as links: nothing in it can act. */
export function Markdown({ text, breaks = false, onTick }: MarkdownProps) {
  const [isReady, setReady] = useState(understand !== undefined);
  const [owner] = useState({});
  useEffect(() => {
    if (isReady) return undefined;
    let isMounted = true;
    void loadMarkdown().then(() => {
      if (isMounted) setReady(understand !== undefined);
    });
    return () => {
      isMounted = false;
    };
  }, []);
  const { nodes, isTooMuch, tasks } = useMemo(() => shownOf(owner, text, breaks), [text, breaks, isReady]);
  useLayoutEffect(
    () => () => {
      budget.release(owner);
    },
    [],
  );
  const tick = (index: number, isDone: boolean) => {
    const task = tasks?.[index];
    if (task) onTick?.(task, isDone);
  };
  return (
    <>
      <div class={styles.markdown} data-plain={nodes === undefined || undefined}>
        <TickContext.Provider value={onTick && tasks && tick}>{nodes ?? text}</TickContext.Provider>
      </div>
      {isTooMuch && <small class={styles.note}>Shown as it was written: this page has too much to format.</small>}
    </>
  );
}
