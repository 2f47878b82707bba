import {
  archiveWorkItem,
  createWorkItem,
  deleteWorkItem,
  unarchiveWorkItem,
  updateWorkItem,
  type ProjectScope,
} from '@worktrack/application';
import type { WorkItemId } from '@worktrack/domain';
import { CONTENT } from './content.js';
import type { Attempt } from './races.js';

/** Makes requests that change the items of a tree; each argument is the name of an item. */
export interface Acts {
  readonly move: (item: string, parent: string | null) => Attempt<unknown>;
  readonly create: (parent: string) => Attempt<unknown>;
  readonly remove: (item: string, cascade?: boolean) => Attempt<unknown>;
  readonly archive: (item: string) => Attempt<unknown>;
  readonly unarchive: (item: string) => Attempt<unknown>;
  readonly patch: (item: string) => Attempt<unknown>;
}

/** Makes the acts on the items that `idOf` resolves, each for any revision. */
export function actsOn(scope: ProjectScope, idOf: (name: string) => WorkItemId): Acts {
  const update = (item: string, changes: object, references: object): Attempt<unknown> => {
    const command = { workItemId: idOf(item), expected: '*' as const, changes, references, namesStatus: false };
    return (tx) => updateWorkItem(tx, scope, command);
  };
  const only = (item: string) => ({ workItemId: idOf(item), expected: '*' as const });
  return {
    move: (item, parent) => update(item, {}, { parent: parent && { kind: 'id', id: idOf(parent) } }),
    patch: (item) => update(item, { priority: 'high' }, {}),
    create: (parent) => (tx) => {
      const references = { parent: { kind: 'id', id: idOf(parent) } } as const;
      return createWorkItem(tx, scope, { ...CONTENT, references });
    },
    remove:
      (item, cascade = false) =>
      (tx) =>
        deleteWorkItem(tx, scope, { ...only(item), cascade }),
    archive: (item) => (tx) => archiveWorkItem(tx, scope, only(item)),
    unarchive: (item) => (tx) => unarchiveWorkItem(tx, scope, only(item)),
  };
}
