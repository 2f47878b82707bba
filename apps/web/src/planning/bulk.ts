import { signal } from '@preact/signals';
import { notifyManager, type QueryClient } from '@tanstack/preact-query';
import { newIdempotencyKey } from '../api/change.js';
import { answerOf, api } from '../api/client.js';
import { delivered } from '../api/delivery.js';
import type { Card } from '../board/cards.js';
import { bodyOf } from '../work-item/change-requests.js';
import type { Values } from '../work-item/fields.js';
import { knownItem, patchItem, projectOf, readItem } from '../work-item/work-item.js';

/** The result for one Work Item; without a reason it was changed. */
export interface RowResult {
  readonly card: Card;
  readonly reason?: string;
}

/** The most operations of one request. */
const MOST = 50;

/** The values that are under way, by the id of the Work Item. */
export const manyUnderWay = signal<ReadonlyMap<string, Partial<Values>>>(new Map());

/** The card with the change of many that is under way. */
export function overMany(card: Card): Card {
  const values = manyUnderWay.value.get(card.id);
  return values ? ({ ...card, ...values } as Card) : card;
}

function cover(cards: readonly Card[], values: Partial<Values> | undefined): void {
  const next = new Map(manyUnderWay.peek());
  for (const { id } of cards) {
    if (values) next.set(id, values);
    else next.delete(id);
  }
  manyUnderWay.value = next;
}

/**
 * Changes many Work Items, each on condition of the revision that the user saw. The change is seen at once; what the server refuses is as
 * before. Returns a result for each, in the order of the cards. Rejects when a request fails as a whole; results before it stay.
 */
export async function changeMany(
  cache: QueryClient,
  organization: string,
  cards: readonly Card[],
  values: Partial<Values>,
): Promise<readonly RowResult[]> {
  cover(cards, values);
  try {
    const results: RowResult[] = [];
    for (let at = 0; at < cards.length; at += MOST) {
      results.push(...(await changeSome(cache, organization, cards.slice(at, at + MOST), values)));
    }
    return results;
  } finally {
    notifyManager.schedule(() => {
      cover(cards, undefined);
    });
  }
}

async function changeSome(
  cache: QueryClient,
  organization: string,
  cards: readonly Card[],
  values: Partial<Values>,
): Promise<readonly RowResult[]> {
  const idempotencyKey = newIdempotencyKey();
  const operations = cards.map(({ id, key, revision }) => ({
    projectKey: projectOf(key),
    workItemKey: key,
    revision: knownItem(cache, id, [])?.revision ?? revision,
    changes: bodyOf(values),
  }));
  const { results } = await delivered(() =>
    answerOf(
      api.PATCH('/api/v1/organizations/{organizationSlug}/bulk-work-items', {
        params: { path: { organizationSlug: organization }, header: { 'Idempotency-Key': idempotencyKey } },
        body: { concurrency: 'require-revision', operations },
      }),
    ),
  );
  return cards.map((card, at): RowResult => {
    const { workItem, error } = results.find(({ index }) => index === at) ?? {};
    if (workItem) {
      patchItem(cache, organization, workItem, values);
      return { card };
    }
    return { card, reason: sentenceOf(error) };
  });
}

const SENTENCES: Readonly<Record<string, string>> = {
  REVISION_CONFLICT: 'Somebody else changed it meanwhile.',
  WORK_ITEM_ARCHIVED: 'It is archived.',
  NOT_FOUND: 'It does not exist any more.',
};

function sentenceOf(
  error: { readonly code: string; readonly message: string; readonly fieldErrors?: unknown } | undefined,
) {
  const fields = Object.values((error?.fieldErrors ?? {}) as Record<string, readonly string[]>).flat();
  return SENTENCES[error?.code ?? ''] ?? fields[0] ?? error?.message ?? 'The server did not say why.';
}

/** Reads the Work Items again and changes them over whatever others did meanwhile. */
export async function changeAgain(
  cache: QueryClient,
  organization: string,
  cards: readonly Card[],
  values: Partial<Values>,
): Promise<readonly RowResult[]> {
  for (const { key } of cards) {
    const item = await readItem({ organization, key }).catch(() => undefined);
    if (item) patchItem(cache, organization, item);
  }
  return changeMany(cache, organization, cards, values);
}
