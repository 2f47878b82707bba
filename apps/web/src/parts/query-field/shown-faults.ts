import { LIMITS, parse, resolve, type Diagnostic } from '@worktrack/squeakql';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { QueryLanguage } from './query-language.js';

/** The errors of one text. */
export interface FaultsOf {
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Milliseconds after the last letter until errors are shown. */
const PAUSE = 400;
const NONE: readonly Diagnostic[] = [];

/**
 * The errors of the text: `all` of them, and those to show now. While somebody types, an incomplete query is not yet an error.
 */
export function useShownFaults(
  text: string,
  language: QueryLanguage,
  refused: FaultsOf | undefined,
  isFocused: boolean,
) {
  const all = useMemo(() => faultsOf(text, language), [text, language]);
  const [settled, setSettled] = useState(text);
  const [checked, setChecked] = useState<string>();
  useEffect(() => {
    if (settled === text) return undefined;
    const timer = setTimeout(setSettled, PAUSE, text);
    return () => {
      clearTimeout(timer);
    };
  }, [text, settled]);
  const isChecked = checked === text || !isFocused;
  const shown = useMemo(() => {
    if (all.length === 0) return refused?.text === text ? refused.diagnostics : NONE;
    if (isChecked) return all;
    return settled === text ? all.filter(({ token }) => token !== undefined) : NONE;
  }, [all, refused, text, isChecked, settled]);
  return {
    all,
    shown,
    showAll: () => {
      setChecked(text);
    },
  };
}

/** The errors of a query. An empty text has none: it asks for nothing. */
export function faultsOf(text: string, { catalogue, most, ...use }: QueryLanguage): readonly Diagnostic[] {
  if (text.trim() === '') return NONE;
  const { diagnostics } = resolve(parse(text), catalogue, use);
  if (diagnostics) return diagnostics;
  const length = Array.from(text).length;
  if (length <= most || most >= LIMITS.length) return NONE;
  const lines = text.split('\n');
  const end = { line: lines.length, column: Array.from(lines.at(-1) ?? '').length + 1 };
  const range = { ...end, endLine: end.line, endColumn: end.column };
  const message = `A query has at most ${most.toLocaleString('en-US')} characters here; this one has ${length.toLocaleString('en-US')}.`;
  return [{ code: 'SQUEAKQL_QUERY_TOO_COMPLEX', message, token: ' ', ...range }];
}
