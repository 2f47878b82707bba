import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds after which a response counts as missing. */
const PATIENCE = 20_000;

/** Times and failures of one kind of request. */
interface Met {
  /** Milliseconds of each request, refused and missing ones included. */
  readonly times: readonly number[];
  readonly refused: number;
  readonly missing: number;
}

/** Times and failures of a neighbour's requests, by their kind. */
export type Experience = Readonly<Record<string, Met>>;

/** A request in addition to the ordinary ones, twice a second. */
export type Errand = 'sign-in' | 'upload' | 'picture' | 'report' | 'bulk of 200 KiB';

/**
 * A client in another Organization with ordinary requests: a read every 200 ms, a creation and a filtered list every 500 ms, a probe every
 * 25 ms.
 */
export interface Neighbour {
  readonly origin: string;
  readonly token: string;
  /** Headers of a page of the application. */
  readonly page: Readonly<Record<string, string>>;
  readonly email: string;
  readonly password: string;
  /** Path of the neighbour's Organization, `/api/v1/organizations/neighbour`. */
  readonly organization: string;
  /** Path of the neighbour's Project. */
  readonly project: string;
}

/** Sends the requests of the neighbour until `over` is aborted. */
export async function experience(
  neighbour: Neighbour,
  errand: Errand | undefined,
  over: AbortSignal,
): Promise<Experience> {
  const { origin, token, project } = neighbour;
  const headers = { authorization: `Bearer ${token}` };
  const create = () => ({
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ title: 'Ordinary work' }),
  });
  const kinds: Record<string, Promise<Met>> = {
    probe: again(over, 25, `${origin}/api/health`, () => ({})),
    read: again(over, 200, `${origin}${project}/work-items/NEI-1`, () => ({ headers })),
    creation: again(over, 500, `${origin}${project}/work-items`, create),
    'filtered list': again(over, 500, `${origin}${project}/work-items?status=todo&q=words`, () => ({ headers })),
  };
  if (errand) {
    const [path, next] = errandOf(errand, neighbour);
    kinds[errand] = again(over, 500, `${origin}${path}`, next);
  }
  const met: Record<string, Met> = {};
  for (const [kind, times] of Object.entries(kinds)) met[kind] = await times;
  return met;
}

const OPERATIONS = Array.from({ length: 50 }, () => ({
  projectKey: 'NEI',
  title: 'One of many',
  description: 'An ordinary text. '.repeat(228),
}));

function errandOf(errand: Errand, neighbour: Neighbour): [path: string, next: () => RequestInit] {
  const { token, page, email, password, organization, project } = neighbour;
  const headers = { authorization: `Bearer ${token}` };
  const json = { 'content-type': 'application/json' };
  const keyed = () => ({ ...headers, 'idempotency-key': randomUUID() });
  const ofApplication = project.replace('/api/v1/', '/api/');
  switch (errand) {
    case 'sign-in': {
      const body = JSON.stringify({ email, password });
      return ['/api/session', () => ({ method: 'POST', headers: { ...json, 'sec-fetch-site': 'same-origin' }, body })];
    }
    case 'upload':
      return [
        `${project}/work-items/NEI-1/attachments`,
        () => ({ method: 'POST', headers: keyed(), body: fileForm() }),
      ];
    case 'picture':
      return [`${ofApplication}/reports/cumulative-flow.png`, () => ({ headers: page })];
    case 'report':
      return [`${project}/reports/distribution`, () => ({ headers })];
    case 'bulk of 200 KiB': {
      const body = JSON.stringify({ operations: OPERATIONS });
      return [`${organization}/bulk-work-items`, () => ({ method: 'POST', headers: { ...json, ...keyed() }, body })];
    }
  }
}

function fileForm(): FormData {
  const form = new FormData();
  form.append('file', new Blob(['An ordinary file']), 'ordinary.txt');
  return form;
}

async function again(over: AbortSignal, every: number, url: string, next: () => RequestInit): Promise<Met> {
  const times: number[] = [];
  let [refused, missing] = [0, 0];
  while (!over.aborted) {
    const sent = performance.now();
    try {
      const answer = await fetch(url, { ...next(), signal: AbortSignal.timeout(PATIENCE) });
      await answer.arrayBuffer();
      if (!answer.ok) refused += 1;
    } catch {
      missing += 1;
    }
    times.push(performance.now() - sent);
    await pause(Math.max(0, every - (performance.now() - sent)));
  }
  return { times, refused, missing };
}
