import { excessOf, lengthOf, tooLong } from './length.js';
import styles from './field.module.css';

/** A field counts from this share of its bound on. */
const COUNTED_FROM = 0.9;

/** Counts the characters of a text that comes near its bound, and says how many are too many. */
export function LengthNote({ text, most }: { readonly text: string; readonly most: number }) {
  if (text.length < most * COUNTED_FROM) return null;
  const excess = excessOf(text, most);
  return excess > 0 ? (
    <p class={styles.error} role="alert">
      {tooLong(excess, most)}
    </p>
  ) : (
    <p class={styles.hint} role="status">
      {lengthOf(text)} of {most} characters
    </p>
  );
}
