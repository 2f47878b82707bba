import fc from 'fast-check';
import { OPERATIONS } from '../kit/operations.js';
import { answer, type ModelRequest } from '../model/model.js';
import type { Client } from './asking.js';
import { type Actual, Comparison } from './comparing.js';
import type { Home } from './organizations.js';
import { again, CHOICES, type Known, requestFor } from './requests.js';

/** Repeats an earlier request. */
const AGAIN = 'again';

const MUTATIONS = new Set(OPERATIONS.flatMap(({ id, method }) => (method === 'GET' ? [] : id)));

/** The operations that random sequences choose from: one request in ten repeats an earlier one. */
export const KINDS: readonly string[] = [...CHOICES, ...Array.from({ length: 10 }, () => AGAIN)];

/** The number of random numbers that decide about a request. */
export const FACES = 24;

/** A sequence of requests in one Organization, which the server and the model answer. */
export class Sequence {
  /** All requests, in order. */
  readonly requests: ModelRequest[] = [];
  /** The number of requests that only read. */
  looks = 0;
  /** The mutations that can be repeated with their keys. */
  private readonly sent: ModelRequest[] = [];
  private keys = 0;

  constructor(
    readonly home: Home,
    private readonly client: Client,
  ) {}

  /** Chooses the next request; nothing where the Organization has nothing to choose from. */
  choose(kind: string, faces: readonly number[]): ModelRequest | undefined {
    const freshKey = (): string => `key-of-a-sequence-${(this.keys += 1)}`;
    const known: Known = { state: this.home.state, sent: this.sent, freshKey };
    return kind === AGAIN ? again(faces, known) : requestFor(kind, faces, known);
  }

  /** Sends a request to both. Throws with all differences of their answers, and the requests before it. */
  async compare(request: ModelRequest): Promise<Actual> {
    const { state } = this.home;
    const actual = await this.client.send(request);
    const expected = answer(state, request, new Date().toISOString());
    const { differences } = new Comparison(state, { areNumbersRising: true }).answer(expected, actual);
    if (differences.length > 0) {
      const before = this.requests.map((one) => JSON.stringify(one));
      throw new Error([JSON.stringify(request), ...differences, 'after these requests:', ...before].join('\n  '));
    }
    this.requests.push(request);
    if (request.key !== null && MUTATIONS.has(request.operation)) this.sent.push(request);
    return actual;
  }

  /** Reads the Projects that are there from the beginning, so that their ids are known. */
  async meet(): Promise<void> {
    await this.compare({ operation: 'listProjects', caller: 'owner', path: {}, query: [], key: null, ifMatch: null });
    this.looks += 1;
  }

  /** Reads what the sequence has made, in the ways that show much at once. */
  async lookAround(): Promise<void> {
    const looks = this.possibleLooks();
    for (const look of looks) await this.compare(look);
    this.looks += looks.length;
  }

  /** Returns the requests of a look around. */
  possibleLooks(): ModelRequest[] {
    const { projects, items, users } = this.home.state;
    const plain = { caller: 'owner', path: {}, query: [], key: null, ifMatch: null };
    const below = (projectKey: string, operation: string, query: ModelRequest['query'] = []): ModelRequest => ({
      ...{ ...plain, operation, path: { projectKey }, query },
    });
    return [
      { ...plain, operation: 'listProjects' },
      { ...plain, operation: 'listOrganizationWorkItems', caller: 'narrow' },
      ...projects.flatMap(({ key }) => [
        below(key, 'listProjectActivity'),
        below(key, 'listWorkItems'),
        below(key, 'listWorkItems', [['archived', 'true']]),
        below(key, 'listProjectSprints'),
      ]),
      ...users.map(({ publicId }) => ({ ...plain, operation: 'getUserProfile', path: { publicId } })),
      ...items.slice(0, 4).flatMap(({ project, key }) =>
        ['getWorkItem', 'listWorkItemActivity', 'listWorkItemComments', 'listWorkItemLinks'].map((operation) => ({
          ...{ ...plain, operation, path: { projectKey: project.key, workItemKey: key.value! } },
        })),
      ),
    ];
  }
}

/** A request that its dice choose when it is its turn. */
class Command implements fc.AsyncCommand<Sequence, undefined> {
  private request: ModelRequest | undefined;

  constructor(
    private readonly kind: string,
    private readonly faces: readonly number[],
  ) {}

  check(sequence: Sequence): boolean {
    this.request = sequence.choose(this.kind, this.faces);
    return this.request !== undefined;
  }

  async run(sequence: Sequence): Promise<void> {
    await sequence.compare(this.request!);
  }

  toString(): string {
    return this.kind;
  }
}

/** Commands of all operations. */
export const commands = (most: number) =>
  fc.commands(
    [
      fc
        .record({
          kind: fc.constantFrom(...KINDS),
          faces: fc.array(fc.nat(2 ** 20), { minLength: FACES, maxLength: FACES }),
        })
        .map(({ kind, faces }) => new Command(kind, faces)),
    ],
    { maxCommands: most, size: 'max' },
  );
