/** A text with its selection, counted as a text field counts: in UTF-16 units. */
export interface Written {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Puts `text` in the place of `from` to `to`, then selects `start` to `end` of the result. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

type Change = (written: Written) => Edit;

/** Puts a mark on both sides of the selection, or takes it away. White space at the ends of the selection stays outside. */
export const wrapped =
  (mark: string): Change =>
  (written) =>
    unwrapped(written, mark) ?? between(trimmed(written), mark, mark);

const BACKTICK = ['`', '`'] as const;
/** Around code with a backtick in it. */
const BACKTICKS = ['`` ', ' ``'] as const;

/** A word as code, or several lines as a block of code. */
export const asCode: Change = (written) => {
  const { text, start, end } = written;
  const chosen = text.slice(start, end);
  if (!chosen.includes('\n')) {
    const [open, close] = chosen.includes('`') ? BACKTICKS : BACKTICK;
    return unwrapped(written, '`') ?? between(trimmed(written), open, close);
  }
  const fence = '`'.repeat(Math.max(2, ...[...chosen.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  const [open, close] = [`${fence}\n`, `\n${fence}`];
  const before = /(?:^|\n)```+\n$/.exec(text.slice(0, start))?.[0].trimStart();
  const after = /^\n```+(?=\n|$)/.exec(text.slice(end))?.[0];
  if (before !== undefined && after !== undefined) {
    const from = start - before.length;
    return { from, to: end + after.length, text: chosen, start: from, end: from + chosen.length };
  }
  return between(
    written,
    isAtLineStart(text, start) ? open : `\n${open}`,
    end === text.length || text[end] === '\n' ? close : `${close}\n`,
  );
};

const ADDRESS = /^(?:https?:\/\/|mailto:)\S+$/;
const LINK = /^\[([^\]]*)\]\([^)]*\)$/;
/** Stands where the address of a link comes, and is selected. */
const ADDRESS_TO_COME = 'url';

/** Makes a link of the selection, or takes it away. */
export const asLink: Change = (written) => {
  const { text, start, end } = trimmed(written);
  const chosen = text.slice(start, end);
  const [, content] = LINK.exec(chosen) ?? [];
  const replaced = { from: start, to: end };
  if (content !== undefined) return { ...replaced, text: content, start, end: start + content.length };
  if (ADDRESS.test(chosen)) return { ...replaced, text: `[](${chosen})`, start: start + 1, end: start + 1 };
  const address = start + chosen.length + '[]('.length;
  const selected = chosen === '' ? [start + 1, start + 1] : [address, address + ADDRESS_TO_COME.length];
  return { ...replaced, text: `[${chosen}](${ADDRESS_TO_COME})`, start: selected[0] ?? 0, end: selected[1] ?? 0 };
};

const LIST_MARK = /^(?:[-*+] \[[ xX]\] |[-*+] |\d{1,9}[.)] )/;

/** Kinds of lines: the mark that is written, and what counts as that mark already, after the indentation. */
const LINES = {
  list: { mark: '- ', is: /^[-*+] (?!\[[ xX]\] )/, replaces: LIST_MARK },
  checklist: { mark: '- [ ] ', is: /^[-*+] \[[ xX]\] /, replaces: LIST_MARK },
  heading: { mark: '## ', is: /^#{1,6} /, replaces: /^#{1,6} / },
  quote: { mark: '> ', is: /^> ?/, replaces: /^(?!)/ },
} as const;

/** Makes every selected line one of the kind, or takes the kind away when all are of it. Empty lines among others stay empty. */
export const asLines =
  (kind: keyof typeof LINES): Change =>
  ({ text, start, end }) => {
    const { mark, is, replaces } = LINES[kind];
    const from = text.lastIndexOf('\n', start - 1) + 1;
    const last = end > start && text[end - 1] === '\n' ? end - 1 : end;
    const next = text.indexOf('\n', last);
    const to = next === -1 ? text.length : next;
    const lines = text.slice(from, to).split('\n');
    const isMeant = (line: string) => lines.length === 1 || line.trim() !== '';
    const isAll = lines.every((line) => !isMeant(line) || is.test(line.trimStart()));
    const made = lines.map((line) => {
      if (!isMeant(line)) return line;
      const words = line.trimStart();
      const indentation = line.slice(0, line.length - words.length);
      return indentation + (isAll ? words.replace(is, '') : mark + words.replace(replaces, ''));
    });
    const result = made.join('\n');
    if (start !== end) return { from, to, text: result, start: from, end: from + result.length };
    const caret = Math.max(from, start + result.length - (to - from));
    return { from, to, text: result, start: caret, end: caret };
  };

/** The places of the selection without the white space at its ends. */
function trimmed({ text, start, end }: Written): Written {
  const chosen = text.slice(start, end);
  const from = start + chosen.length - chosen.trimStart().length;
  return { text, start: from, end: Math.max(from, start + chosen.trimEnd().length) };
}

function between({ text, start, end }: Written, open: string, close: string): Edit {
  const chosen = text.slice(start, end);
  const first = start + open.length;
  return { from: start, to: end, text: open + chosen + close, start: first, end: first + chosen.length };
}

/** Takes marks away that stand around the selection or at both ends of it. */
function unwrapped(written: Written, mark: string): Edit | undefined {
  const { text, start, end } = trimmed(written);
  const { length } = mark;
  const chosen = text.slice(start, end);
  if (chosen.length >= 2 * length && chosen.startsWith(mark) && chosen.endsWith(mark)) {
    const content = chosen.slice(length, -length);
    return { from: start, to: end, text: content, start, end: start + content.length };
  }
  if (!text.slice(0, start).endsWith(mark) || !text.startsWith(mark, end)) return undefined;
  const from = start - length;
  return { from, to: end + length, text: chosen, start: from, end: from + chosen.length };
}

const isAtLineStart = (text: string, at: number): boolean => at === 0 || text[at - 1] === '\n';
