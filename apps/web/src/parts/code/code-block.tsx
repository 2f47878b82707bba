import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { copyText } from '../clipboard.js';
import { Icon } from '../icon.js';

let divide: typeof import('./code-tokens.js').codeTokens | undefined;

/** Parts with a color, of all blocks on the page: a browser makes so many elements without a pause that is noticed. */
const MOST_OF_PAGE = 6_000;
const MOST_OF_BLOCK = 3_000;
let colored = 0;

interface CodeBlockProps {
  readonly code: string;
  /** The words after the fence; the first one names the language. */
  readonly info: string;
}

/** A block of code with colors, where its language is known, and a button that copies it. */
export function CodeBlock({ code, info }: CodeBlockProps) {
  const [isReady, setReady] = useState(divide !== undefined);
  const [outcome, setOutcome] = useState<'copied' | 'selected'>();
  const block = useRef<HTMLPreElement>(null);
  useEffect(() => {
    if (isReady || info === '') return undefined;
    let isMounted = true;
    import('./code-tokens.js').then(
      ({ codeTokens }) => {
        divide = codeTokens;
        if (isMounted) setReady(true);
      },
      // Without a connection the code has no colors.
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, []);
  const tokens = useMemo(
    () => divide?.(code, info, Math.min(MOST_OF_BLOCK, MOST_OF_PAGE - colored)),
    [code, info, isReady],
  );
  useEffect(() => {
    const count = tokens?.filter(([, kind]) => kind !== undefined).length ?? 0;
    colored += count;
    return () => {
      colored -= count;
    };
  }, [tokens]);
  const copy = async () => {
    if (await copyText(code)) setOutcome('copied');
    else {
      if (block.current) getSelection()?.selectAllChildren(block.current);
      setOutcome('selected');
    }
  };
  const label = outcome === 'copied' ? 'Copied' : 'Copy the code';
  return (
    <div data-code>
      <pre ref={block} tabIndex={0} role="group" aria-label="Code">
        <code>
          {tokens?.map(([text, kind]) => (kind === undefined ? text : <span data-kind={kind}>{text}</span>)) ?? code}
        </code>
      </pre>
      <button type="button" aria-label={label} title={label} onClick={() => void copy()}>
        <Icon name={outcome === 'copied' ? 'check' : 'copy'} size={14} />
      </button>
      <span class="visually-hidden" role="status">
        {outcome === 'copied' && 'The code is copied.'}
        {outcome === 'selected' &&
          'The browser does not let this page copy. The code is selected: copy it with the keyboard.'}
      </span>
    </div>
  );
}
