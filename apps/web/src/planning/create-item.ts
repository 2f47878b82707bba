import type { QueryClient } from '@tanstack/preact-query';
import { givenFieldsOf, type WorkItemStatus } from '@worktrack/domain';
import { newIdempotencyKey } from '../api/change.js';
import { dataOf, api, revisionTag } from '../api/client.js';
import { delivered } from '../api/delivery.js';
import type { ProjectPlace } from '../api/project-place.js';
import { sentenceOf } from '../api/refusal.js';
import { DEFAULT_WORDS, type NewValues } from '../work-item/fields.js';
import { CONCURRENT_REQUESTS, MOST_OPERATIONS, reasonOf } from '../bulk/bulk.js';
import type { Named } from './quick-add.js';

/** The content of a new Work Item. */
export interface NewItem extends NewValues {
  readonly status?: WorkItemStatus;
  readonly assignee?: Pick<Named, 'id'> | undefined;
  readonly sprint?: { readonly id: string } | null;
  readonly parent?: { readonly key: string } | null;
  readonly labels?: readonly Pick<Named, 'id' | 'name'>[];
}

/** A Work Item that was to be made. */
export interface MadeItem {
  readonly item: NewItem;
  readonly key?: string;
  /** The labels that the server did not attach. */
  readonly refusedLabels: readonly string[];
  /** Why it was not made. */
  readonly reason?: string;
}

/** Creates a Work Item, then attaches its labels one after the other. Returns it, and the labels that were refused. */
export async function createItem(place: ProjectPlace, item: NewItem) {
  const path = { organizationSlug: place.organization, projectKey: place.project };
  const idempotencyKey = newIdempotencyKey();
  const { id, key, title, revision } = await delivered(() =>
    dataOf(
      api.POST('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items', {
        params: { path, header: { 'Idempotency-Key': idempotencyKey } },
        body: bodyOf(item),
      }),
    ),
  );
  const labelled = await attachLabels(place, { key, revision }, item);
  return { id, key, title, revision: labelled.revision, refusedLabels: labelled.refused };
}

/** Creates Work Items in their order by few requests, then attaches their labels. Returns a result for each, in that order. Never rejects. */
export async function createItems(place: ProjectPlace, items: readonly NewItem[]): Promise<readonly MadeItem[]> {
  const made: MadeItem[] = [];
  for (let at = 0; at < items.length; at += MOST_OPERATIONS) {
    const some = items.slice(at, at + MOST_OPERATIONS);
    const results = sendItems(place, some).catch((error: unknown) =>
      some.map((item) => ({ item, refusedLabels: [], reason: sentenceOf(error) })),
    );
    made.push(...(await results));
  }
  return made;
}

async function sendItems(place: ProjectPlace, items: readonly NewItem[]): Promise<readonly MadeItem[]> {
  const idempotencyKey = newIdempotencyKey();
  const { results } = await delivered(() =>
    dataOf(
      api.POST('/api/v1/organizations/{organizationSlug}/bulk-work-items', {
        params: { path: { organizationSlug: place.organization }, header: { 'Idempotency-Key': idempotencyKey } },
        body: { operations: items.map((item) => ({ projectKey: place.project, ...bodyOf(item) })) },
      }),
    ),
  );
  const made: MadeItem[] = [];
  for (let from = 0; from < items.length; from += CONCURRENT_REQUESTS) {
    const some = items.slice(from, from + CONCURRENT_REQUESTS).map(async (item, at): Promise<MadeItem> => {
      const { workItem, error } = results.find(({ index }) => index === from + at) ?? {};
      if (!workItem) return { item, refusedLabels: [], reason: reasonOf(error) };
      const { refused } = await attachLabels(place, workItem, item);
      return { item, key: workItem.key, refusedLabels: refused };
    });
    made.push(...(await Promise.all(some)));
  }
  return made;
}

const bodyOf = (item: NewItem) => ({
  ...DEFAULT_WORDS,
  ...givenFieldsOf(item),
  title: item.title,
  status: item.status ?? 'backlog',
  ...(item.assignee && { assigneePublicId: item.assignee.id }),
  ...(item.sprint && { sprintId: item.sprint.id }),
  ...(item.parent && { parentId: item.parent.key }),
});

interface Created {
  readonly key: string;
  readonly revision: number;
}

/** Attaches the labels of a new Work Item. Returns those that were refused, and the revision after them. */
async function attachLabels(place: ProjectPlace, { key: workItemKey, ...created }: Created, { labels = [] }: NewItem) {
  const path = { organizationSlug: place.organization, projectKey: place.project, workItemKey };
  const refused: string[] = [];
  let { revision } = created;
  for (const { id: labelId, name } of labels) {
    const key = newIdempotencyKey();
    try {
      const labelled = await delivered(() =>
        dataOf(
          api.POST('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items/{workItemKey}/labels', {
            params: { path, header: { 'If-Match': revisionTag('wi', revision), 'Idempotency-Key': key } },
            body: { labelId },
          }),
        ),
      );
      revision = labelled.revision;
    } catch {
      refused.push(`the label ${name}`);
    }
  }
  return { refused, revision };
}

/** Reads the lists again in which a new Work Item can be. */
export function refreshLists(cache: QueryClient, { organization, project }: ProjectPlace): void {
  for (const queryKey of [['cards', organization, project], ['table', organization], ['my-work']]) {
    void cache.invalidateQueries({ queryKey });
  }
}

const MOST_FOUND = 20;

/** The members that words such as `@ada` can name, where the directory is too large to be known. */
export async function findPeople(organization: string, words: readonly string[]): Promise<readonly Named[]> {
  const found = await Promise.all(
    words.slice(0, 5).map(async (word) => {
      const q = word.slice(1).replaceAll('-', ' ').slice(0, 200);
      const { items } = await dataOf(
        api.GET('/api/v1/organizations/{organizationSlug}/users', {
          params: { path: { organizationSlug: organization }, query: { q, limit: MOST_FOUND } },
        }),
      );
      return items.map(({ publicId, name, username }) => ({ id: publicId, name, username }));
    }),
  );
  return found.flat();
}
