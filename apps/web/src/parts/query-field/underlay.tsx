import {
  LIMITS,
  placeOf,
  tokensOf,
  type Catalogue,
  type Diagnostic,
  type Place,
  type PlacedToken,
} from '@worktrack/squeakql';
import type { ComponentChildren } from 'preact';
import { memo } from 'preact/compat';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import styles from './query-field.module.css';

interface UnderlayProps {
  readonly text: string;
  readonly catalogue: Catalogue<string, string>;
  readonly faults: readonly Diagnostic[];
  /** False for words: they have no colours. */
  readonly isQuery: boolean;
  /** The offset of the text below which the children stand. */
  readonly caret: number | undefined;
  readonly children: ComponentChildren;
}

/** The text of the field as people see it: in colours, with a line under each error. The field over it has the same text unseen. */
export function Underlay({ text, catalogue, faults, isQuery, caret, children }: UnderlayProps) {
  const shown = useRef<HTMLDivElement>(null);
  const below = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (shown.current && below.current?.firstElementChild) place(below.current, shown.current, caret ?? 0);
  });
  return (
    <>
      <div class={styles.shown} ref={shown} aria-hidden="true">
        <Coloured text={text} catalogue={catalogue} faults={faults} isQuery={isQuery} />
      </div>
      <div class={styles.below} ref={below}>
        {children}
      </div>
    </>
  );
}

interface Piece extends Place {
  readonly kind?: string | undefined;
  readonly isFault: boolean;
}

type ColouredProps = Pick<UnderlayProps, 'text' | 'catalogue' | 'faults' | 'isQuery'>;

const Coloured = memo(function Coloured({ text, catalogue, faults, isQuery }: ColouredProps) {
  const pieces = useMemo(
    () => piecesOf(isQuery ? tokensIn(text) : [], text, catalogue, faults),
    [text, catalogue, faults, isQuery],
  );
  return (
    <>
      {pieces.map(({ from, to, kind, isFault }, at) => (
        <span key={at} data-kind={kind} data-fault={isFault || undefined}>
          {text.slice(from, to)}
        </span>
      ))}
      {/* A last line without letters has no height of its own; an error at the end has no letters. */}
      {'\u200b'}
    </>
  );
});

/** A text beyond the limits is not a query: it has no colours, so that it costs no more than a valid one. */
const tokensIn = (text: string): readonly PlacedToken[] => (text.length > 2 * LIMITS.length ? [] : tokensOf(text));

function piecesOf(
  tokens: readonly PlacedToken[],
  text: string,
  catalogue: ColouredProps['catalogue'],
  faults: readonly Diagnostic[],
): readonly Piece[] {
  const marked = faults.map((fault) => placeOf(text, fault));
  const isMarked = (from: number, to: number) => marked.some((one) => one.from < to && from < one.to);
  const pieces: Piece[] = [];
  let end = 0;
  for (const [index, token] of tokens.entries()) {
    const { from, to } = token;
    if (from > end) pieces.push({ from: end, to: from, isFault: isMarked(end, from) });
    pieces.push({ from, to, kind: kindOf(token, tokens[index + 1], catalogue), isFault: isMarked(from, to) });
    end = to;
  }
  if (end < text.length) pieces.push({ from: end, to: text.length, isFault: isMarked(end, text.length) });
  return pieces;
}

function kindOf({ token }: PlacedToken, next: PlacedToken | undefined, catalogue: ColouredProps['catalogue']): string {
  if (token.kind !== 'word') return token.kind;
  if (next?.token.token === '(') return 'function';
  return catalogue.field(token.token) ? 'field' : 'word';
}

/** Below the letter at the offset, inside the field. */
function place(list: HTMLElement, shown: HTMLElement, offset: number): void {
  const range = document.createRange();
  const texts = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
  let before = 0;
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const length = text.nodeValue?.length ?? 0;
    if (before + length > offset) {
      range.setStart(text, offset - before);
      break;
    }
    before += length;
  }
  const box = shown.getBoundingClientRect();
  const at = range.getBoundingClientRect();
  list.style.top = `${at.bottom - box.top + GAP}px`;
  list.style.left = `${Math.max(0, Math.min(at.left - box.left, box.width - list.offsetWidth))}px`;
}

/** Pixels between the line and the list. */
const GAP = 4;
