import { type Answer, type Ask, type Caller, freshKey } from '../kit/client.js';
import { concurrently } from '../kit/concurrently.js';
import { type OpenApiDocument, operationsOf } from '../kit/openapi-document.js';
import { EXTENSIONS } from '../kit/extensions.js';
import { type Expected, OPERATIONS, type Operation, type State } from '../kit/operations.js';
import { withoutRequest } from '../kit/refusals.js';
import { uploadOf } from '../kit/upload.js';
import type { Credential } from './authorisation-credentials.js';
import type { Target, Targets } from './authorisation-targets.js';

/** The ids of the operations that are served. */
export const servedBy = (...documents: readonly OpenApiDocument[]): ReadonlySet<string> =>
  new Set(documents.flatMap(operationsOf).map(({ operation }) => operation.operationId));

/** The operations, with a public user id that nobody has and a report that needs no parameters. */
export const TABLE: readonly Operation[] = [...OPERATIONS, ...EXTENSIONS].map((row) => ({
  ...row,
  path: row.path.replace('{publicId}', 'usr_AAAAAAAAAAAAAAAAAAAAAA').replace('{reportType}', 'distribution'),
}));

const RANK = { member: 1, admin: 2, owner: 3 } as const;

/** The order of contract §1.6, steps 4 to 9; behind them the state of the target has its say. */
function expectedOf(
  row: Operation,
  { credential, state }: Case,
  { organization, project }: Target,
): Expected | undefined {
  const { refusal, role, onlyProject, isAuthor, lacksScope } = credential;
  const answer = row.answers[state];
  if (credential.isAbsentFor?.(row)) return 'NOT_FOUND';
  if (row.open) return answer;
  if (refusal) return refusal;
  if (lacksScope) return 'INSUFFICIENT_SCOPE';
  if (organization === undefined) return answer;
  if (credential.organization !== organization) return 'NOT_FOUND';
  if (organization === 'asleep' && !row.evenSuspended) return 'ORGANIZATION_SUSPENDED';
  if (onlyProject !== undefined) {
    if (project !== undefined && project !== onlyProject) return 'NOT_FOUND';
    if (project === undefined && row.toProjectsOnly !== undefined) return row.toProjectsOnly;
  }
  if (answer === 'NOT_FOUND' && state !== 'unattached') return answer;
  if (row.only === 'author') return isAuthor ? answer : 'FORBIDDEN';
  if (row.only === 'uploader') return isAuthor || RANK[role ?? 'member'] >= RANK.admin ? answer : 'FORBIDDEN';
  return row.role !== null && RANK[role ?? 'member'] < RANK[row.role] ? 'FORBIDDEN' : answer;
}

interface Case {
  readonly credential: Credential;
  readonly caller: Caller;
  readonly state: State;
}

function casesOf(row: Operation, credentials: readonly Credential[]): Case[] {
  return credentials.flatMap((credential) => {
    const caller = credential.caller(row);
    if (caller === undefined) return [];
    return (Object.keys(row.answers) as State[]).map((state) => ({ credential, caller, state }));
  });
}

/** A request without any fault but those of the case. */
async function ask(row: Operation, { caller }: Case, { path }: Target, targets: Targets): Promise<Answer> {
  const headers = { 'idempotency-key': freshKey(), 'if-match': '*' };
  return caller.send(requestOf(row, path, targets, row.method === 'GET' ? {} : headers));
}

/** A request for an operation, with the body that leaves its target as it is, and these headers. */
export function requestOf(row: Operation, target: string, targets: Targets, headers: Record<string, string>): Ask {
  const { method, body } = row;
  return {
    ...{ method, target, headers },
    ...(body === undefined ? {} : { body: body === 'upload' ? uploadOf('A file') : body(targets.named) }),
  };
}

/** Returns the status of a success or the code of a refusal. The checker of every answer compares codes with statuses. */
const outcomeOf = ({ status, body }: Answer): Expected => (status < 400 ? status : (body?.error?.code ?? status));

/**
 * Asks for an operation with every credential and every state of its target. Returns the defects of the answers: those that the table does
 * not expect, and answers that differ where nobody may distinguish.
 */
export async function defectsOf(
  row: Operation,
  credentials: readonly Credential[],
  targets: Targets,
): Promise<string[]> {
  const cases = casesOf(row, credentials);
  // A token has at most four uploads under way, and each case about an attachment may upload one.
  const atOnce = row.id.includes('Attachment') ? 4 : 16;
  const checked = await concurrently(atOnce, cases, (one) => check(row, one, targets));
  const answers = checked.map(({ answer }) => answer);
  return [...checked.flatMap(({ wrong }) => wrong), ...differences(row, cases, answers)];
}

/** Sends the request of one case. Returns the defects of the answer, and the answer, to be compared with others. */
async function check(row: Operation, one: Case, targets: Targets): Promise<{ wrong: string[]; answer?: Answer }> {
  const { credential, state } = one;
  // The owner of the other Organization sees there what is hidden from everybody else.
  if (state === 'hidden' && credential.organization === 'foreign') return { wrong: [] };
  let target = targets.shared(row, state, credential.organization === 'asleep' ? 'asleep' : 'home');
  if (row.usesUp === state && typeof expectedOf(row, one, target) === 'number') target = await targets.own(row, state);
  const expected = expectedOf(row, one, target);
  const what = `${credential.name}, ${state}: ${String(expected)} expected`;
  try {
    const answer = await ask(row, one, target, targets);
    if (outcomeOf(answer) !== expected) return { wrong: [`${what}, answered ${String(outcomeOf(answer))}`], answer };
    const { requiredScope } = answer.body?.error?.details ?? {};
    const namesScope = expected !== 'INSUFFICIENT_SCOPE' || requiredScope === row.scope;
    return { wrong: namesScope ? [] : [`${what}, but the answer requires ${String(requiredScope)}`], answer };
  } catch (error) {
    return { wrong: [`${what}, but ${String(error)}`] };
  }
}

/** All that is not there, or not to be seen, is answered with the same bytes (contract §1.2.9). */
function differences(row: Operation, cases: readonly Case[], answers: readonly (Answer | undefined)[]): string[] {
  const forms = new Map<string, string>();
  for (const [at, answer] of answers.entries()) {
    const { credential, state } = cases[at]!;
    // Step 12 of the checks: a caller who gets there sees the Work Item and the label.
    if (answer === undefined || outcomeOf(answer) !== 'NOT_FOUND' || state === 'unattached') continue;
    forms.set(JSON.stringify(withoutRequest(answer)), `${credential.name}, ${state}`);
  }
  return forms.size < 2 ? [] : [...forms].map(([form, whose]) => `${row.id} distinguishes ${whose}: ${form}`);
}
