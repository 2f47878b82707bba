import { useState } from 'preact/hooks';
import styles from './avatar.module.css';

export interface AvatarProps {
  readonly name: string;
  readonly imageUrl?: string | null;
  readonly size?: 'small' | 'normal' | 'large' | 'huge';
  readonly square?: boolean;
  /** False where the name stands next to it. */
  readonly named?: boolean;
}

const TINTS = 8;

/** The picture of a person or an Organization; without one, the initials on a color that follows from the name. */
export function Avatar({ name, imageUrl, size = 'normal', square = false, named = false }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  const meaning = named ? { role: 'img' as const, 'aria-label': name, title: name } : { 'aria-hidden': true };
  return (
    <span
      {...meaning}
      class={styles.avatar}
      data-size={size}
      data-square={square || undefined}
      data-tint={tintOf(name)}
    >
      {imageUrl && imageUrl !== broken ? (
        <img
          src={imageUrl}
          alt=""
          loading="lazy"
          onError={() => {
            setBroken(imageUrl);
          }}
        />
      ) : (
        initialsOf(name, square || size === 'small' ? 1 : 2)
      )}
    </span>
  );
}

function initialsOf(name: string, most: number): string {
  const words = name.trim().split(/\s+/);
  const chosen = words.length > 1 && most > 1 ? [words[0], words.at(-1)] : [words[0]];
  return chosen.map((word = '') => firstLetterOf(word).toUpperCase()).join('');
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A letter with its marks, or a whole emoji. */
function firstLetterOf(word: string): string {
  for (const { segment } of letters.segment(word)) return segment;
  return '';
}

function tintOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return sum % TINTS;
}
