import { signal } from '@preact/signals';
import type { WordField, WorkItemFieldValues, WorkItemStatus } from '@worktrack/domain';

/** The dialog of the shell that is open. */
export const opened = signal<'palette' | 'projects' | 'help' | 'navigation' | undefined>(undefined);

export const openPalette = (): void => {
  opened.value = 'palette';
};

export const openProjects = (): void => {
  opened.value = 'projects';
};

export const openHelp = (): void => {
  opened.value = 'help';
};

/** The values that the place gives a new Work Item: those of its column, its section and its filter. */
export interface NewItemValues extends Partial<Pick<WorkItemFieldValues, WordField>> {
  readonly title?: string;
  readonly project?: string;
  readonly status?: WorkItemStatus;
  /** A public user id. */
  readonly assignee?: string;
  /** The id of a Sprint. */
  readonly sprint?: string;
  readonly labels?: readonly { readonly id: string; readonly name: string }[];
}

/** The values of the form of a new Work Item; `undefined` while it is closed. */
export const newItem = signal<NewItemValues | undefined>(undefined);

export const openNewItem = (values: NewItemValues = {}): void => {
  closeOpened();
  newItem.value = values;
};

export const closeOpened = (): void => {
  opened.value = undefined;
};
