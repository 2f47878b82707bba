/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads variables one by one and collects the problems. */
export class Reader {
  constructor(
    private readonly environment: Environment,
    readonly problems: string[] = [],
  ) {}

  text(name: string): string | undefined {
    const value = this.environment[name];
    return value === '' ? undefined : value;
  }

  /** Reads a variable by `parse`, which returns `undefined` when the text is not `expected`. */
  parsed<Value>(name: string, parse: (text: string) => Value | undefined, expected: string): Value | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = parse(text);
    if (value === undefined) this.problems.push(`${name} must be ${expected}`);
    return value;
  }

  integer(name: string, byDefault: number, from: number, to: number): number {
    return this.integerOrNone(name, from, to) ?? byDefault;
  }

  integerOrNone(name: string, from: number, to: number): number | undefined {
    const parse = (text: string): number | undefined => integerIn(text, from, to);
    return this.parsed(name, parse, `an integer from ${from} to ${to}`);
  }

  word<Word extends string>(name: string, words: readonly Word[], byDefault: Word): Word {
    const parse = (text: string): Word | undefined => words.find((word) => word === text);
    return this.parsed(name, parse, listed(words)) ?? byDefault;
  }
}

function listed(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}

export function integerIn(text: string, from: number, to: number): number | undefined {
  if (!/^(?:0|[1-9][0-9]{0,14})$/.test(text)) return undefined;
  const value = Number(text);
  return value >= from && value <= to ? value : undefined;
}

export function urlOf(text: string, protocols: readonly string[]): URL | undefined {
  if (text !== text.trim() || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return protocols.includes(url.protocol) ? url : undefined;
}

export const httpUrl = (text: string): URL | undefined => urlOf(text, ['http:', 'https:']);
