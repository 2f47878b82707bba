import { useEffect } from 'preact/hooks';
import { registry, type Command } from './registry.js';

/** Registers commands while the component is mounted; again when one of `facts` changes. */
export function useCommands(commands: readonly Command[], facts: readonly unknown[] = []): void {
  useEffect(() => registry.add(commands), facts);
}
