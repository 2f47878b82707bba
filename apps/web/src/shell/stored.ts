import { effect, signal, type Signal } from '@preact/signals';

interface Form<T> {
  /** Reads what is stored, which can be anything; `null`: nothing is. */
  readonly parse: (text: string | null) => T;
  /** The text to store; `null` for a value that needs no place. */
  readonly format: (value: T) => string | null;
}

/** A value that this browser keeps, the same one in all its windows. Storage can be switched off: the value then holds for this page only. */
export function stored<T>(name: string, { parse, format }: Form<T>): Signal<T> {
  const read = (): T => {
    try {
      return parse(localStorage.getItem(name));
    } catch {
      return parse(null);
    }
  };
  const value = signal(read());
  effect(() => {
    const text = format(value.value);
    try {
      if (text === null) localStorage.removeItem(name);
      else localStorage.setItem(name, text);
    } catch {
      // Not kept.
    }
  });
  addEventListener('storage', ({ key }) => {
    if (key === name) value.value = read();
  });
  return value;
}

/** Forgets the values whose names begin so, in all windows. */
export function forgetStored(beginning: string): void {
  try {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(beginning))) {
      localStorage.removeItem(key);
      // The browser says it to the other windows only.
      dispatchEvent(new StorageEvent('storage', { key }));
    }
  } catch {
    // Storage is switched off.
  }
}
