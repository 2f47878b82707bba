import { notifyManager, type QueryClient } from '@tanstack/preact-query';
import { newIdempotencyKey } from '../api/change.js';
import { dataOf, api } from '../api/client.js';
import { delivered } from '../api/delivery.js';
import { Refusal, sentenceOf } from '../api/refusal.js';
import { bodyOf } from '../work-item/change-requests.js';
import { FIELD_NAMES, type Values } from '../work-item/fields.js';
import { projectOf } from '../work-item/item-key.js';
import { sendArchived } from '../work-item/put-away.js';
import { itemPath, knownItem, patchItem, readItem, type SeenItem } from '../work-item/work-item.js';
import type { ManyChange } from './many.js';
import { manyUnderWay } from './overlay.js';

/** The result for one Work Item; without a reason it is as the user wants it. */
export interface RowResult {
  readonly card: SeenItem;
  /** Why it was not changed. */
  readonly reason?: string;
  /** Somebody else changed it meanwhile. */
  readonly isConflict?: boolean;
  /** It was so before: there is nothing to take back. */
  readonly isSame?: boolean;
}

/** The most operations of one request. */
export const MOST_OPERATIONS = 50;
/** The most requests under way together: a label is changed by one for each Work Item. */
export const CONCURRENT_REQUESTS = 4;

/**
 * Changes many Work Items: values on condition of the revision that the user saw; a label joins the changes of others. The change is seen
 * immediately; what the server refuses is as before. Returns a result for each, in the order of the cards. A request that fails as a whole
 * is the reason of its own Work Items only. Never rejects.
 */
export async function changeMany(
  cache: QueryClient,
  organization: string,
  cards: readonly SeenItem[],
  change: ManyChange,
): Promise<readonly RowResult[]> {
  const ids = cards.map(({ id }) => id);
  manyUnderWay.put(ids, change);
  const size = change.kind === 'values' ? MOST_OPERATIONS : CONCURRENT_REQUESTS;
  const results: RowResult[] = [];
  for (let at = 0; at < cards.length; at += size) {
    const some = cards.slice(at, at + size);
    const made =
      change.kind === 'values'
        ? changeValues(cache, organization, some, change.values)
        : Promise.all(some.map((card) => changeOne(cache, organization, card, change)));
    results.push(...(await made.catch((error: unknown) => some.map((card) => ({ card, reason: sentenceOf(error) })))));
  }
  notifyManager.schedule(() => {
    manyUnderWay.put(ids, undefined);
  });
  return results;
}

async function changeValues(
  cache: QueryClient,
  organization: string,
  cards: readonly SeenItem[],
  values: Partial<Values>,
): Promise<readonly RowResult[]> {
  const operations = cards.map((card) => ({
    projectKey: projectOf(card.key),
    workItemKey: card.key,
    revision: revisionOf(cache, card),
  }));
  const { results } = await sendValues(organization, operations, values);
  return cards.map((card, at): RowResult => {
    const { workItem, error } = results.find(({ index }) => index === at) ?? {};
    if (!workItem) return { card, reason: reasonOf(error), isConflict: error?.code === 'REVISION_CONFLICT' };
    patchItem(cache, organization, workItem, values);
    return { card };
  });
}

const revisionOf = (cache: QueryClient, { id, revision }: SeenItem): number =>
  knownItem(cache, id, [])?.revision ?? revision;

interface Operation {
  readonly projectKey: string;
  readonly workItemKey: string;
  readonly revision: number;
}

/** Sends the status alone, or values of other fields together. */
function sendValues(organization: string, operations: readonly Operation[], { status, ...values }: Partial<Values>) {
  const params = {
    path: { organizationSlug: organization },
    header: { 'Idempotency-Key': newIdempotencyKey() },
  };
  const concurrency = 'require-revision';
  return delivered(() =>
    status === undefined
      ? dataOf(
          api.PATCH('/api/v1/organizations/{organizationSlug}/bulk-work-items', {
            params,
            body: { concurrency, operations: operations.map((one) => ({ ...one, changes: bodyOf(values) })) },
          }),
        )
      : dataOf(
          api.POST('/api/v1/organizations/{organizationSlug}/bulk-work-item-transitions', {
            params,
            body: { concurrency, operations: operations.map((one) => ({ ...one, targetStatus: status })) },
          }),
        ),
  );
}

const changeOne = (
  cache: QueryClient,
  organization: string,
  card: SeenItem,
  change: Exclude<ManyChange, { readonly kind: 'values' }>,
): Promise<RowResult> =>
  change.kind === 'label'
    ? changeLabel(cache, organization, card, change)
    : changeArchive(cache, organization, card, change.isArchived);

/** Archives one Work Item, or takes it out of the archive, on condition of the revision that the user saw. */
async function changeArchive(
  cache: QueryClient,
  organization: string,
  card: SeenItem,
  isArchived: boolean,
): Promise<RowResult> {
  const seen = { id: card.id, revision: revisionOf(cache, card) };
  try {
    const saved = await sendArchived({ organization, key: card.key }, seen, isArchived);
    patchItem(cache, organization, saved);
    // It leaves its list: whoever takes this back finds the revision here only.
    return { card: { ...card, revision: saved.revision } };
  } catch (error) {
    if (!(error instanceof Refusal)) return { card, reason: sentenceOf(error) };
    return { card, reason: reasonOf(error), isConflict: error.code === 'REVISION_CONFLICT' };
  }
}

/** Changes one label of one Work Item, whatever its revision is. */
async function changeLabel(
  cache: QueryClient,
  organization: string,
  card: SeenItem,
  { label, isAttached }: ManyChange & { readonly kind: 'label' },
): Promise<RowResult> {
  const place = { organization, key: card.key };
  const header = { 'If-Match': '*', 'Idempotency-Key': newIdempotencyKey() };
  const before = revisionOf(cache, card);
  const path = itemPath(place);
  try {
    const item: SeenItem = await delivered(() =>
      isAttached
        ? dataOf(
            api.POST('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items/{workItemKey}/labels', {
              params: { path, header },
              body: { labelId: label.id },
            }),
          )
        : dataOf(
            api.DELETE(
              '/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items/{workItemKey}/labels/{labelId}',
              { params: { path: { ...path, labelId: label.id }, header } },
            ),
          ),
    );
    patchItem(cache, organization, item);
    return { card, isSame: item.revision <= before };
  } catch (error) {
    if (!isAttached && error instanceof Refusal && error.code === 'NOT_FOUND') {
      // A label that is not attached is "not found", as is a Work Item that is gone.
      const item = await readItem(place).catch(() => undefined);
      if (item && !item.labels.some(({ id }) => id === label.id)) return { card, isSame: true };
    }
    return { card, reason: error instanceof Refusal ? reasonOf(error) : sentenceOf(error) };
  }
}

const SENTENCES: Readonly<Record<string, string>> = {
  REVISION_CONFLICT: 'Somebody else changed it meanwhile.',
  WORK_ITEM_ARCHIVED: 'It is archived.',
  NOT_FOUND: 'It does not exist any more.',
};

/** The names of fields, by the members of the API. */
const NAMES: Readonly<Record<string, string>> = FIELD_NAMES;

export function reasonOf(
  error: { readonly code: string; readonly message: string; readonly fieldErrors?: unknown } | undefined,
) {
  const [field] = Object.entries((error?.fieldErrors ?? {}) as Record<string, readonly string[]>);
  // `operations.1.title`
  const member = field?.[0].split('.').at(-1) ?? '';
  const about = field && `${NAMES[member] ?? member} ${field[1][0] ?? 'is not valid'}.`;
  return SENTENCES[error?.code ?? ''] ?? about ?? error?.message ?? 'The server did not say why.';
}

/** Reads the Work Items again and changes them over whatever others did meanwhile. */
export async function changeAgain(
  cache: QueryClient,
  organization: string,
  cards: readonly SeenItem[],
  change: ManyChange,
): Promise<readonly RowResult[]> {
  for (const { key } of cards) {
    const item = await readItem({ organization, key }).catch(() => undefined);
    if (item) patchItem(cache, organization, item);
  }
  return changeMany(cache, organization, cards, change);
}
