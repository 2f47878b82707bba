import type { components } from '../../api/contract.js';
import { Refusal } from '../../api/refusal.js';
import { transport } from '../../api/transport.js';
import type { Attachment } from '../item-parts.js';
import { itemPath, type ItemPlace } from '../work-item.js';
import { imageHead, type ImageHead } from './image-size.js';

/** The path of an attachment, or of all of a Work Item. */
export function attachmentPath(place: ItemPlace, id?: string): string {
  const { organizationSlug, projectKey, workItemKey } = itemPath(place);
  const all = `/app/api/v1/organizations/${organizationSlug}/projects/${projectKey}/work-items/${workItemKey}/attachments`;
  return id === undefined ? all : `${all}/${id}`;
}

async function refusalOf(response: Response): Promise<Refusal> {
  return Refusal.of(response, (await response.json().catch(() => undefined)) as components['schemas']['ErrorEnvelope']);
}

/** Sends a file. Throws `Refusal`. */
export async function upload(place: ItemPlace, file: File, idempotencyKey: string): Promise<Attachment> {
  const body = new FormData();
  body.append('file', file, file.name === '' ? 'file' : file.name);
  const response = await transport(
    new Request(new URL(attachmentPath(place), location.origin), {
      method: 'POST',
      headers: { 'Idempotency-Key': idempotencyKey },
      body,
    }),
  );
  if (!response.ok) throw await refusalOf(response);
  return (await response.json()) as Attachment;
}

/** Images that the browser can show: none of them can act. */
const SHOWN_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);
/** Bytes. */
const LARGEST_SHOWN = 8 * 1_024 * 1_024;
/** Pixels: decoded, they take four bytes each. */
const MOST_PIXELS = 50_000_000;

const isImage = (contentType: string, size: number): boolean =>
  SHOWN_TYPES.has(contentType.toLowerCase()) && size > 0 && size <= LARGEST_SHOWN;

export const isShown = ({ contentType, size }: Attachment): boolean => isImage(contentType, size);

/** The file is not an image, or a larger one than a page shows. */
export class NoImage extends Error {}

export interface ReadImage extends ImageHead {
  readonly content: Blob;
}

/** Images that are read at the same time: the page has other requests. */
const MOST_AT_ONCE = 3;
const turns: (() => void)[] = [];
let reading = 0;

/** Reads an attachment as an image, by its bytes and not by its name. Throws `NoImage`, and `Refusal`. */
export async function readImage(place: ItemPlace, id: string, signal: AbortSignal): Promise<ReadImage> {
  if (reading === MOST_AT_ONCE) await new Promise<void>((resolve) => turns.push(resolve));
  else reading += 1;
  try {
    signal.throwIfAborted();
    return await readNow(place, id, signal);
  } finally {
    const next = turns.shift();
    if (next) next();
    else reading -= 1;
  }
}

async function readNow(place: ItemPlace, id: string, signal: AbortSignal): Promise<ReadImage> {
  const response = await transport(new Request(new URL(attachmentPath(place, id), location.origin), { signal }));
  if (!response.ok) throw await refusalOf(response);
  const [type, length] = ['content-type', 'content-length'].map((name) => response.headers.get(name) ?? '');
  if (!isImage(type ?? '', Number(length))) {
    await response.body?.cancel();
    throw new NoImage();
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  const head = imageHead(bytes);
  if (!head || head.width * head.height > MOST_PIXELS) throw new NoImage();
  return { ...head, content: new Blob([bytes], { type: head.type }) };
}

const UNITS = ['B', 'kB', 'MB'] as const;

/** A size in words: `1.2 MB`. */
export function sizeInWords(bytes: number): string {
  const power = Math.min(2, bytes < 1_000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const count = bytes / 1_000 ** power;
  return `${new Intl.NumberFormat('en', { maximumFractionDigits: power === 0 ? 0 : 1 }).format(count)} ${UNITS[power]}`;
}
