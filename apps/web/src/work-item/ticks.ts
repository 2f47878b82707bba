import { cache } from '../api/cache.js';
import { newIdempotencyKey } from '../api/change.js';
import { dataOf, api } from '../api/client.js';
import { delivered } from '../api/delivery.js';
import { ticked, type Task } from '../parts/tasks.js';
import { reasonOf } from './changes.js';
import { itemChanges } from './item-changes.js';
import { commentOf } from './item-parts.js';
import { offerUndo, rememberChange, type ChangeKind } from './undo.js';
import { itemKey, itemPath, knownItem, type ItemPlace, type SeenItem } from './work-item.js';

const CHANGED = 'Somebody changed this point of the list meanwhile.';

/** The text with the task done or not. Throws an `Error` for the user where the text does not have the task any more. */
function textWith(text: string | null | undefined, task: Task, isDone: boolean): string {
  const result = ticked(text ?? '', task, isDone);
  if (result === undefined) throw new Error(CHANGED);
  return result;
}

/** Remembers a tick. To take it back changes the line of the task only, whatever others changed meanwhile. */
function remember(task: Task, isDone: boolean, kind: ChangeKind, back: (kind: ChangeKind) => Promise<void>): void {
  const words = task.text.length > 40 ? `${task.text.slice(0, 40)} …` : task.text;
  const change = {
    name: `“${words}” ${isDone ? 'done' : 'not done'}`,
    undo: async (next: ChangeKind) => {
      try {
        await back(next);
        return undefined;
      } catch (reason) {
        return `The point was not changed. ${reasonOf(reason)}`;
      }
    },
  };
  rememberChange(change, kind);
  if (kind !== 'undone') offerUndo(`“${words}” is ${isDone ? 'done' : 'not done'}.`, change);
}

/** Ticks a task of the description. Throws where the task is not there any more. */
export async function tickDescription(
  { organization }: ItemPlace,
  seen: SeenItem,
  task: Task,
  isDone: boolean,
  kind: ChangeKind = 'new',
): Promise<void> {
  const now = itemChanges.over(knownItem(cache, seen.id, ['description']) ?? seen);
  const description = textWith(now.description, task, isDone);
  const rebase = (newest: SeenItem) => ({ description: textWith(newest.description, task, isDone) });
  const outcome = await itemChanges.set(organization, now, { description }, { rebase, kind });
  if (outcome.kind !== 'made') return;
  remember(task, isDone, kind, (next) => tickDescription({ organization, key: now.key }, now, task, !isDone, next));
}

/** Ticks a task of a comment of the user. Throws where the task is not there any more, and what the server refuses. */
export async function tickComment(
  place: ItemPlace,
  id: string,
  task: Task,
  isDone: boolean,
  kind: ChangeKind = 'new',
): Promise<void> {
  const key = newIdempotencyKey();
  const again = () => cache.invalidateQueries({ queryKey: [...itemKey(place), 'comments'] });
  await itemChanges.serially(id, async () => {
    // The user might have changed it in another window.
    await again();
    const body = textWith(commentOf(cache, place, id)?.body, task, isDone);
    await delivered(() => sendComment(place, id, body, key));
    await again();
  });
  remember(task, isDone, kind, (next) => tickComment(place, id, task, !isDone, next));
}

/** Replaces the text of a comment of the user. */
export const sendComment = (place: ItemPlace, commentId: string, body: string, key: string) =>
  dataOf(
    api.PATCH(
      '/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items/{workItemKey}/comments/{commentId}',
      { params: { path: { ...itemPath(place), commentId }, header: { 'Idempotency-Key': key } }, body: { body } },
    ),
  );
