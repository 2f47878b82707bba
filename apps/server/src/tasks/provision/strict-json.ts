import { UsageError } from '../usage-error.js';
import { Malformed } from '../values.js';

/** A place in a JSON document: what is read there is refused by its path. */
export class Place {
  private constructor(
    private readonly value: unknown,
    private readonly path: string,
  ) {}

  /** Throws `UsageError` when the text is no JSON. */
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

  /** An object with some of these members. Throws `UsageError` with the path of another. */
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

  /** A text as `valueIn` understands it. */
  text<Value>(valueIn: (text: string) => Value): Value {
    const { value } = this;
    if (typeof value !== 'string') this.refuse('must be a text');
    return this.judged(() => valueIn(value));
  }

  number<Value>(valueIn: (value: number) => Value): Value {
    const { value } = this;
    if (typeof value !== 'number') this.refuse('must be a number');
    return this.judged(() => valueIn(value));
  }

  /** Runs what may find the value malformed. */
  judged<Value>(work: () => Value): Value {
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
