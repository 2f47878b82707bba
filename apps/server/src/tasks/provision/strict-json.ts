import { UsageError } from '../usage-error.js';
import { Malformed } from '../values.js';

/** A value in a JSON document with its path, which error messages name. */
export class Place {
  private constructor(
    private readonly value: unknown,
    private readonly path: string,
  ) {}

  /** Parses the text. Throws `UsageError` when it is not JSON. */
  static rootOf(text: string): Place {
    try {
      return new Place(JSON.parse(text), '');
    } catch {
      throw new UsageError('the file is not JSON');
    }
  }

  refuse(problem: string): never {
    throw new UsageError(this.path === '' ? `the file ${problem}` : `${this.path} ${problem}`);
  }

  /** Reads an object that can have only these members. Throws `UsageError` with the path of any other. */
  members<Name extends string>(names: readonly Name[]): Readonly<Record<Name, Place | undefined>> {
    const { value } = this;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) this.refuse('must be an object');
    const inside = new Map(Object.entries(value).map(([name, member]) => [name, new Place(member, this.at(name))]));
    const known: ReadonlySet<string> = new Set(names);
    for (const [name, place] of inside) if (!known.has(name)) place.refuse('is unknown');
    return Object.fromEntries(names.map((name) => [name, inside.get(name)])) as Record<Name, Place | undefined>;
  }

  /** Throws `UsageError` when it is absent. */
  required(name: string, place: Place | undefined): Place {
    return place ?? new Place(undefined, this.at(name)).refuse('is missing');
  }

  items(): readonly Place[] {
    if (!Array.isArray(this.value)) this.refuse('must be a list');
    return this.value.map((item, index) => new Place(item, this.at(String(index))));
  }

  get isList(): boolean {
    return Array.isArray(this.value);
  }

  get isNull(): boolean {
    return this.value === null;
  }

  /** Reads a text and converts it by `valueIn`. */
  text<Value>(valueIn: (text: string) => Value): Value {
    const { value } = this;
    if (typeof value !== 'string') this.refuse('must be a text');
    return this.checked(() => valueIn(value));
  }

  number<Value>(valueIn: (value: number) => Value): Value {
    const { value } = this;
    if (typeof value !== 'number') this.refuse('must be a number');
    return this.checked(() => valueIn(value));
  }

  /** Runs `work`; reports a malformed value as a `UsageError` with the path. */
  checked<Value>(work: () => Value): Value {
    try {
      return work();
    } catch (error) {
      if (error instanceof Malformed) this.refuse(error.message);
      throw error;
    }
  }

  private at(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`;
  }
}
