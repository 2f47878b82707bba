import { effect, signal } from '@preact/signals';

export const THEMES = ['auto', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

/** Storage can be switched off in a browser: preferences then hold for this page only. */
function stored<T extends string>(name: string, values: readonly T[], usual: T) {
  const read = (): T => {
    try {
      const value = localStorage.getItem(name);
      return values.find((one) => one === value) ?? usual;
    } catch {
      return usual;
    }
  };
  const preference = signal(read());
  effect(() => {
    const { value } = preference;
    try {
      if (value === usual) localStorage.removeItem(name);
      else localStorage.setItem(name, value);
    } catch {
      // Not kept.
    }
  });
  addEventListener('storage', ({ key }) => {
    if (key === name) preference.value = read();
  });
  return preference;
}

export const theme = stored('worktrack.theme', THEMES, 'auto');

/** From light to dark and back, wherever the present one comes from. */
export function switchTheme(): void {
  const isDark =
    theme.value === 'dark' || (theme.value === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  theme.value = isDark ? 'light' : 'dark';
}

/** Keys without Ctrl or ⌘ can be switched off (WCAG 2.1.4). */
export const singleKeys = stored('worktrack.single-keys', ['on', 'off'], 'on');

effect(() => {
  document.documentElement.dataset.theme = theme.value;
});
