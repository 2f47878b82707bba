import fc from 'fast-check';
import { answer, type Request } from '../model/model.js';
import { Client } from './asking.js';
import { Comparison } from './comparing.js';
import type { Home } from './organizations.js';
import { again, CHOICES, requestFor } from './requests.js';

/** The model of one sequence. */
export interface Model {
  readonly home: Home;
  readonly sent: Request[];
  /** Called after each request that was sent and compared. */
  readonly onCompared: (request: Request) => void;
}

const AGAIN = 'again';

/** Instants are compared with due dates only, and no due date is near the present. */
const now = (): string => new Date().toISOString();

/** A request that its dice choose when it is its turn. It is sent to the server and to the model. */
class Command implements fc.AsyncCommand<Model, Client> {
  private request: Request | undefined;

  constructor(
    private readonly operation: string,
    private readonly faces: readonly number[],
  ) {}

  check({ home: { state }, sent }: Model): boolean {
    const known = { state, sent };
    this.request = this.operation === AGAIN ? again(this.faces, known) : requestFor(this.operation, this.faces, known);
    return this.request !== undefined;
  }

  async run({ home, sent, onCompared }: Model, client: Client): Promise<void> {
    const request = this.request!;
    await compared(request, home, client);
    if (request.key !== null && request.body !== undefined) sent.push(request);
    onCompared(request);
  }

  toString(): string {
    return this.request === undefined ? this.operation : JSON.stringify(this.request);
  }
}

/** Sends a request to both, and throws with all differences of their answers. */
export async function compared(request: Request, { state }: Home, client: Client): Promise<void> {
  const actual = await client.send(request);
  const expected = answer(state, request, now());
  const { differences } = new Comparison(state, { areNumbersRising: true }).answer(expected, actual);
  if (differences.length > 0) throw new Error(`${JSON.stringify(request)}\n  ${differences.join('\n  ')}`);
}

/** Reads what a sequence has made, in every way that shows much at once. */
export async function lookAround(home: Home, client: Client): Promise<number> {
  const { projects, items, users } = home.state;
  const plain = { caller: 'owner', path: {}, query: [], key: null, ifMatch: null };
  const below = (projectKey: string, operation: string, query: Request['query'] = []): Request => ({
    ...{ ...plain, operation, path: { projectKey }, query },
  });
  const requests: Request[] = [
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
  for (const request of requests) await compared(request, home, client);
  return requests.length;
}

/** Commands of all operations; one in ten repeats an earlier request. */
export const commands = (most: number) =>
  fc.commands(
    [
      fc
        .record({
          operation: fc.constantFrom(...CHOICES, ...Array.from({ length: 10 }, () => AGAIN)),
          faces: fc.array(fc.nat(2 ** 20), { minLength: 24, maxLength: 24 }),
        })
        .map(({ operation, faces }) => new Command(operation, faces)),
    ],
    { maxCommands: most, size: 'max' },
  );
