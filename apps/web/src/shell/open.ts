import { signal } from '@preact/signals';

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

export const closeOpened = (): void => {
  opened.value = undefined;
};
