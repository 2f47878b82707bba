import { effect } from '@preact/signals';
import { stored } from './stored.js';

export const THEMES = ['auto', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

const choice = <T extends string>(name: string, values: readonly T[], usual: T) =>
  stored<T>(name, {
    parse: (text) => values.find((one) => one === text) ?? usual,
    format: (value) => (value === usual ? null : value),
  });

export const theme = choice('worktrack.theme', THEMES, 'auto');

/** From light to dark and back, wherever the present one comes from. */
export function switchTheme(): void {
  const isDark =
    theme.value === 'dark' || (theme.value === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  theme.value = isDark ? 'light' : 'dark';
}

/** Keys without Ctrl or ⌘ can be switched off (WCAG 2.1.4). */
export const singleKeys = choice('worktrack.single-keys', ['on', 'off'], 'on');

effect(() => {
  document.documentElement.dataset.theme = theme.value;
});
