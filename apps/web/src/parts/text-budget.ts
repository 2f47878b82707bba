/** The share of a text in its page. */
export interface Share {
  /** Elements and texts of the document. */
  readonly nodes: number;
  /** Characters that the parser looks at, again and again. */
  readonly effort: number;
}

/** All texts of a page together. A browser draws and understands so much in less than two seconds. */
export const MOST_OF_PAGE: Share = { nodes: 20_000, effort: 60_000_000 };

/**
 * The most that a text takes by itself. Texts that people write have less than a third of a node for each character, and need less than half
 * of the effort (`README.md` files of 1,000 libraries).
 */
export const mostOf = ({ length }: string): Share => ({
  nodes: Math.min(10_000, 100 + length),
  effort: 100_000 + 1_500 * length,
});

/** Divides what a page can show among its texts, in the order in which they come. */
export class TextBudget {
  private readonly shares = new Map<object, Share>();

  constructor(private readonly most: Share = MOST_OF_PAGE) {}

  /** The most that a text can take now: by itself, and of what others left. */
  leftFor(text: string): Share {
    const own = mostOf(text);
    let { nodes, effort } = this.most;
    for (const share of this.shares.values()) {
      nodes -= share.nodes;
      effort -= share.effort;
    }
    return { nodes: Math.min(own.nodes, nodes), effort: Math.min(own.effort, effort) };
  }

  take(owner: object, share: Share): void {
    this.shares.set(owner, share);
  }

  release(owner: object): void {
    this.shares.delete(owner);
  }
}
