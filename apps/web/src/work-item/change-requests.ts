import { givenFieldsOf } from '@worktrack/domain';
import { dataOf, api, revisionTag } from '../api/client.js';
import { LARGEST_ITEM_PAGE } from '../api/pages.js';
import { session } from '../api/session.js';
import type { ItemLabel, Person, Values } from './fields.js';
import { itemPath, type ItemPlace, type SeenItem } from './work-item.js';

/** The header of a change of the revision that `known` has. */
export const conditionOf = ({ revision }: Pick<SeenItem, 'revision'>, idempotencyKey: string) => ({
  'If-Match': revisionTag('wi', revision),
  'Idempotency-Key': idempotencyKey,
});

/** Sends the status alone, or values of other fields together. */
export function sendChange(
  place: ItemPlace,
  known: SeenItem,
  values: Partial<Values>,
  idempotencyKey: string,
): Promise<SeenItem> {
  const params = { path: itemPath(place), header: conditionOf(known, idempotencyKey) };
  if (values.status !== undefined) {
    return dataOf(
      api.POST('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items/{workItemKey}/transitions', {
        params,
        body: { targetStatus: values.status },
      }),
    );
  }
  return dataOf(
    api.PATCH('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items/{workItemKey}', {
      params,
      body: bodyOf(values),
    }),
  );
}

export interface LabelChange {
  readonly label: ItemLabel;
  /** False where the label is taken off. */
  readonly isAttached: boolean;
}

/** Attaches or detaches one label. */
export function sendLabel(
  place: ItemPlace,
  known: SeenItem,
  { label, isAttached }: LabelChange,
  idempotencyKey: string,
): Promise<SeenItem> {
  const path = itemPath(place);
  const header = conditionOf(known, idempotencyKey);
  return isAttached
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
      );
}

/** The members of the API for values, which name other resources by their ids. */
export function bodyOf({ assignee, sprint, parent, ...values }: Partial<Values>) {
  return {
    ...givenFieldsOf(values),
    ...(assignee !== undefined && idOf(assignee)),
    ...(sprint !== undefined && { sprintId: sprint?.id ?? null }),
    ...(parent !== undefined && { parentId: parent?.key ?? null }),
  };
}

const idOf = (person: Person | null) =>
  person?.publicId === undefined && person?.id !== undefined
    ? { assigneeId: person.id }
    : { assigneePublicId: person?.publicId ?? null };

/** The people, without the user, who changed a Work Item after an instant, in words. */
export async function namesOfChangers(place: ItemPlace, since: string | undefined): Promise<string> {
  const { items } = await dataOf(
    api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items/{workItemKey}/activity', {
      params: { path: itemPath(place), query: { limit: LARGEST_ITEM_PAGE, ...(since !== undefined && { since }) } },
    }),
  );
  const others = items.filter(({ actor }) => actor && actor.publicId !== session.peek()?.user.publicId);
  const names = [...new Set(others.map(({ actor }) => actor?.name ?? ''))];
  // Without an instant to begin with, only the last change is certain to be new.
  const named = since === undefined ? names.slice(-1) : names;
  return named.length === 0 ? 'somebody else' : new Intl.ListFormat('en').format(named);
}
