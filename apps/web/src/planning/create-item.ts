import { givenFieldsOf } from '@worktrack/domain';
import { newIdempotencyKey } from '../api/change.js';
import { dataOf, api, revisionTag } from '../api/client.js';
import { delivered } from '../api/delivery.js';
import type { ProjectPlace } from '../api/project-place.js';
import { DEFAULT_WORDS, type NewValues } from '../work-item/fields.js';
import type { Named } from './quick-add.js';

/** The content of a new Work Item. */
export interface NewItem extends NewValues {
  readonly assignee?: Pick<Named, 'id'> | undefined;
  readonly sprint?: { readonly id: string } | null;
  readonly parent?: { readonly key: string } | null;
  readonly labels?: readonly Pick<Named, 'id' | 'name'>[];
}

/** Creates a Work Item, then attaches its labels one after the other. Returns its key, and the labels that were refused. */
export async function createItem({ organization, project }: ProjectPlace, item: NewItem) {
  const path = { organizationSlug: organization, projectKey: project };
  const { assignee, sprint, parent, labels = [] } = item;
  const idempotencyKey = newIdempotencyKey();
  const created = await delivered(() =>
    dataOf(
      api.POST('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items', {
        params: { path, header: { 'Idempotency-Key': idempotencyKey } },
        body: {
          ...DEFAULT_WORDS,
          ...givenFieldsOf(item),
          title: item.title,
          status: 'backlog',
          ...(assignee && { assigneePublicId: assignee.id }),
          ...(sprint && { sprintId: sprint.id }),
          ...(parent && { parentId: parent.key }),
        },
      }),
    ),
  );
  const refusedLabels: string[] = [];
  let { revision } = created;
  for (const { id: labelId, name } of labels) {
    const key = newIdempotencyKey();
    try {
      const labelled = await delivered(() =>
        dataOf(
          api.POST('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items/{workItemKey}/labels', {
            params: {
              path: { ...path, workItemKey: created.key },
              header: { 'If-Match': revisionTag('wi', revision), 'Idempotency-Key': key },
            },
            body: { labelId },
          }),
        ),
      );
      revision = labelled.revision;
    } catch {
      refusedLabels.push(`the label ${name}`);
    }
  }
  return { key: created.key, title: created.title, refusedLabels };
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
