import { Lexer, Tokenizer, type Token, type Tokens, type TokensList } from 'marked';

/** The text needs more effort than it is allowed. */
export class TooMuchEffort extends Error {}

/** Parts in parts that are read; deeper ones are text. The page shows 24. */
const DEEPEST = 26;

/**
 * Effort of each step, in characters that the parser passes in the time of the step: measured with texts that make it slow. The parser looks
 * for the end of an emphasis and of a table with its slowest expressions, and for an address of mail in each run of its characters.
 */
const COST = { part: 500, emphasis: 20, table: 20, mailRun: 8 } as const;

const MAIL_RUN = /^[\w.!#$%&'*+/=?^`{|}~-]*/;
/** The time for white space in a line grows with the square of its length. */
const WHITE_RUN = /\s{64,}/g;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** Counts the effort, and throws `TooMuchEffort` when it exceeds the most. */
export class Effort {
  private sum = 0;

  constructor(private readonly most: number) {}

  get spent(): number {
    return this.sum;
  }

  spend(cost: number): void {
    this.sum += cost;
    if (this.sum > this.most) throw new TooMuchEffort();
  }
}

/** Rules for the tokens of `marked` that count what they cost. The tokens are the same. */
class CountingTokenizer extends Tokenizer {
  constructor(private readonly effort: Effort) {
    super();
  }

  /** Tried first for each block. */
  override space(src: string): Tokens.Space | undefined {
    this.effort.spend(COST.part + src.length);
    return super.space(src);
  }

  /** Tried first for each part of a line. */
  override escape(src: string): Tokens.Escape | undefined {
    const run = MAIL_RUN.exec(src)?.[0].length ?? 0;
    this.effort.spend(COST.part + src.length + COST.mailRun * run);
    return super.escape(src);
  }

  override emStrong(src: string, maskedSrc: string, prevChar = ''): Tokens.Em | Tokens.Strong | undefined {
    const token = super.emStrong(src, maskedSrc, prevChar);
    const isInWord = src.startsWith('_') && LETTER_OR_DIGIT.test(prevChar);
    if ((src.startsWith('*') || src.startsWith('_')) && !isInWord) this.spendOnEnd(src, token);
    return token;
  }

  override del(src: string, maskedSrc: string, prevChar = ''): Tokens.Del | undefined {
    const token = super.del(src, maskedSrc, prevChar);
    if (src.startsWith('~')) this.spendOnEnd(src, token);
    return token;
  }

  /** Without an end, the whole rest was searched for it. */
  private spendOnEnd(src: string, token: Token | undefined): void {
    this.effort.spend(COST.emphasis * (token?.raw ?? src).length);
  }

  /** Each row gets as many cells as the header has: they are counted before they are made. */
  override table(src: string): Tokens.Table | undefined {
    const [raw = '', , dashes = '', body = ''] = this.rules.block.table.exec(src) ?? [];
    if (raw !== '') {
      const columns = dashes.replace(/^\||\| *$/g, '').split('|').length;
      const rows = body.trim() === '' ? 1 : 1 + body.split('\n').length;
      this.effort.spend(COST.part * columns * rows + COST.table * raw.length);
    }
    return super.table(src);
  }
}

/** The lexer of `marked` with bounds: for its effort, which can grow faster than the length of a text, and for its depth. */
export class BoundedLexer extends Lexer {
  private depth = 0;

  constructor(
    private readonly effort: Effort,
    breaks: boolean,
  ) {
    super({ gfm: true, breaks, tokenizer: new CountingTokenizer(effort) });
  }

  override blockTokens(src: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
  override blockTokens(src: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList;
  override blockTokens(src: string, tokens: Token[] = [], lastParagraphClipped = false): Token[] {
    return this.deeper(src, tokens, () => super.blockTokens(src, tokens, lastParagraphClipped));
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    for (const [run] of src.matchAll(WHITE_RUN)) this.effort.spend(run.length ** 2);
    return this.deeper(src, tokens, () => super.inlineTokens(src, tokens));
  }

  private deeper(src: string, tokens: Token[], read: () => Token[]): Token[] {
    this.effort.spend(COST.part + src.length);
    if (this.depth === DEEPEST) {
      tokens.push({ type: 'text', raw: src, text: src });
      return tokens;
    }
    this.depth++;
    try {
      return read();
    } finally {
      this.depth--;
    }
  }
}
