/// <reference lib="webworker" />
export {};

declare const self: ServiceWorkerGlobalScope;

/** The files of the release that was seen last are in the cache of this name with the release after it. */
const FILES = 'worktrack.files.';
/** The page and the reads of a user are in the cache of this name with the public id of the user after it. */
const SEEN = 'worktrack.seen.';
/** The key of the page itself, which is the same for every address. */
const PAGE = '/';
/** Set in responses that come from the cache: the application shows that there is no connection. */
const MARK = 'Worktrack-Seen';

/** The most responses that are kept for a user, and the most bytes of one. */
const MOST_KEPT = 100;
const MOST_BYTES = 2_000_000;

/** Addresses of the application whose page is kept. The others are for strangers, or have a secret. */
const OWN_PAGE = /^\/(?:$|(?:o|organizations|settings)(?:\/|$))/;
/**
 * Reads whose responses are kept: of what people work on, never of tokens, sessions, invitations or join links. Attachments and pictures are
 * read without a user in the header, and are not JSON.
 */
const KEPT_READ =
  /^\/(?:app\/api\/v1\/(?:organizations|users|my)\/|api\/organizations\/|app\/api\/x\/organizations\/[^/]+\/members$|api\/me\/pinned-sprint-reports$)/;
/** The others' changes since an instant: nobody asks for the same ones again. */
const ONLY_NEWS = 'updatedAfter';

/** Writes to the caches come one after another, so that nothing is kept after a sign-out that was read before it. */
let last: Promise<unknown> = Promise.resolve();
const inTurn = (work: () => Promise<unknown>): Promise<unknown> => {
  // Where there is no room, nothing is kept.
  last = last.then(work).catch(() => undefined);
  return last;
};

const namesOf = async (prefix: string) => (await caches.keys()).filter((name) => name.startsWith(prefix));

async function forgetAllBut(prefix: string, kept?: string): Promise<void> {
  const names = await namesOf(prefix);
  await Promise.all(names.filter((name) => name !== kept).map((name) => caches.delete(name)));
}

/** Keeps a response under an address in a cache that exists. */
async function keep(name: string, address: string, response: Response): Promise<void> {
  const body = await response.arrayBuffer();
  if (body.byteLength > MOST_BYTES || !(await caches.has(name))) return;
  const headers = new Headers(response.headers);
  headers.set(MARK, 'true');
  // The body is not compressed any more.
  headers.delete('Content-Encoding');
  headers.delete('Content-Length');
  const cache = await caches.open(name);
  await cache.put(address, new Response(body, { headers }));
  // Those that were kept first are the first ones.
  const keys = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== PAGE);
  for (const key of keys.slice(0, Math.max(0, keys.length - MOST_KEPT))) await cache.delete(key);
}

/** Changes with each sign-out: what was read before one is not kept after it. */
let signOuts = 0;

function forgetUsers(): Promise<void> {
  signOuts += 1;
  return forgetAllBut(SEEN);
}

/** Keeps the page of a user, and nothing of any other user. `since` is the number of sign-outs when it was asked for. */
async function keepPage(response: Response, since: number): Promise<void> {
  const user = response.headers.get('Worktrack-User');
  const name = user === null ? undefined : SEEN + user;
  await forgetAllBut(SEEN, name);
  if (name === undefined || since !== signOuts) return;
  await caches.open(name);
  await keep(name, PAGE, response);
}

/** Makes the cache for the files of the release that a page is of, before the page asks for the first of them. */
async function beginRelease(release: string | null): Promise<void> {
  if (release === null) return;
  await forgetAllBut(FILES, FILES + release);
  await caches.open(FILES + release);
}

async function seenBy(user: string | undefined, address: string): Promise<Response | undefined> {
  const [name] = user === undefined ? await namesOf(SEEN) : [SEEN + user];
  if (name === undefined || !(await caches.has(name))) return undefined;
  return (await caches.open(name)).match(address, { ignoreVary: true });
}

/** Reads the page from the server, or shows it as it was seen last when there is no connection. */
async function page(event: FetchEvent): Promise<Response> {
  const since = signOuts;
  try {
    const preloaded = (await event.preloadResponse) as Response | undefined;
    const response = preloaded ?? (await fetch(event.request));
    if (response.status !== 200) return response;
    const copy = response.clone();
    await inTurn(() => beginRelease(response.headers.get('Worktrack-Release')));
    event.waitUntil(inTurn(() => keepPage(copy, since)));
    return response;
  } catch (error) {
    const seen = await seenBy(undefined, PAGE);
    if (seen) return seen;
    throw error;
  }
}

/** A file never changes: one that is kept is not asked for. */
async function file(event: FetchEvent): Promise<Response> {
  const { url } = event.request;
  const kept = await caches.match(url, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(event.request);
  if (response.status === 200) {
    const copy = response.clone();
    event.waitUntil(inTurn(() => keepFile(url, copy)));
  }
  return response;
}

async function keepFile(url: string, response: Response): Promise<void> {
  const [name] = await namesOf(FILES);
  if (name !== undefined) await (await caches.open(name)).put(url, response);
}

/** Reads from the server, or shows what the same user saw last when there is no connection. */
async function read(event: FetchEvent, user: string): Promise<Response> {
  const { request } = event;
  try {
    const response = await fetch(request);
    event.waitUntil(noteRead(user, request.url, response.clone()));
    return response;
  } catch (error) {
    const seen = await seenBy(user, request.url);
    if (seen) return seen;
    throw error;
  }
}

function noteRead(user: string, url: string, response: Response): Promise<unknown> {
  const { status, headers } = response;
  // The session has ended, or another user has signed in.
  if (status === 401) return inTurn(() => caches.delete(SEEN + user));
  if (status === 403 || status === 404) return inTurn(() => forgetRead(SEEN + user, url));
  const isJson = headers.get('Content-Type')?.startsWith('application/json') === true;
  const isKept = status === 200 && isJson && !new URL(url).searchParams.has(ONLY_NEWS);
  return isKept ? inTurn(() => keep(SEEN + user, url, response)) : Promise.resolve();
}

async function forgetRead(name: string, url: string): Promise<void> {
  if (await caches.has(name)) await (await caches.open(name)).delete(url, { ignoreVary: true });
}

async function signOut(request: Request): Promise<Response> {
  const response = await fetch(request);
  if (response.ok) await inTurn(forgetUsers);
  return response;
}

const userOf = ({ headers }: Request) => headers.get('Worktrack-User');
const isKeptRead = ({ origin, pathname }: URL) => origin === self.location.origin && KEPT_READ.test(pathname);

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { method, mode } = request;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (method === 'DELETE' && url.pathname === '/api/session') event.respondWith(signOut(request));
  if (method !== 'GET') return;
  const user = userOf(request);
  if (mode === 'navigate' && OWN_PAGE.test(url.pathname)) event.respondWith(page(event));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(file(event));
  else if (user !== null && isKeptRead(url)) event.respondWith(read(event, user));
});

/** A page says whose it is and what it has loaded; without a user: nobody is signed in. */
interface Told {
  readonly user: string | null;
  readonly loaded: readonly string[];
}

/** Keeps what a page had loaded before this service worker was there. */
async function begin({ user, loaded }: Told): Promise<void> {
  if (user === null) return void (await inTurn(forgetUsers));
  const since = signOuts;
  if (await caches.has(SEEN + user)) return;
  const response = await fetch(PAGE);
  if (response.status !== 200 || response.headers.get('Worktrack-User') !== user) return;
  await inTurn(() => beginRelease(response.headers.get('Worktrack-Release')));
  await inTurn(() => keepPage(response, since));
  for (const address of loaded) {
    const url = new URL(address);
    if (url.origin !== self.location.origin) continue;
    if (url.pathname.startsWith('/assets/')) {
      const asset = await fetch(address);
      if (asset.status === 200) await inTurn(() => keepFile(address, asset));
    } else if (isKeptRead(url)) {
      await noteRead(user, address, await fetch(address, { headers: { 'Worktrack-User': user } }));
    }
  }
}

self.addEventListener('message', (event) => {
  event.waitUntil(begin(event.data as Told).catch(() => undefined));
});

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload.enable()]));
});
