import type { components } from '../api/contract.js';
import { Refusal } from '../api/refusal.js';
import { transport } from '../api/transport.js';
import type { Attachment } from './item-parts.js';
import { itemPath, type ItemPlace } from './work-item.js';

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

export const isShown = ({ contentType, size }: Attachment): boolean =>
  SHOWN_TYPES.has(contentType.toLowerCase()) && size > 0 && size <= LARGEST_SHOWN;

/** The bytes of an attachment as an image. */
export async function readImage(place: ItemPlace, { id, contentType }: Attachment, signal: AbortSignal): Promise<Blob> {
  const response = await transport(new Request(new URL(attachmentPath(place, id), location.origin), { signal }));
  if (!response.ok) throw await refusalOf(response);
  return new Blob([await response.arrayBuffer()], { type: contentType });
}

const UNITS = ['B', 'kB', 'MB'] as const;

/** A size in words: `1.2 MB`. */
export function sizeInWords(bytes: number): string {
  const power = Math.min(2, bytes < 1_000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const count = bytes / 1_000 ** power;
  return `${new Intl.NumberFormat('en', { maximumFractionDigits: power === 0 ? 0 : 1 }).format(count)} ${UNITS[power]}`;
}
