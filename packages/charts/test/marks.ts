import type { Mark } from '../src/index.js';
import { widthOf } from '../src/text.js';

/** Lists a mark and all marks inside it, in the order of the text. */
export function allMarks(root: Mark): Mark[] {
  const children = (root.children ?? []).filter((child) => typeof child !== 'string');
  return [root, ...children.flatMap(allMarks)];
}

export interface Box {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Lists where the texts of a drawing stand: the height of capitals, and the estimated width. */
export function textBoxes(root: Mark): Box[] {
  return allMarks(root)
    .filter(({ tag }) => tag === 'text')
    .map(({ attributes, children = [] }) => {
      const text = children.filter((child) => typeof child === 'string').join('');
      const size = Number(attributes['font-size'] ?? 12);
      const width = widthOf(text, size, attributes['font-weight'] === 600 ? 600 : 400);
      const anchor = attributes['text-anchor'] ?? 'start';
      const left = Number(attributes.x) - (anchor === 'end' ? width : anchor === 'middle' ? width / 2 : 0);
      const bottom = Number(attributes.y);
      return { text, left, right: left + width, top: bottom - size * 0.73, bottom };
    });
}

/** Lists pairs of texts that cover each other. */
export function overlaps(boxes: readonly Box[]): string[] {
  return boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
      .map((b) => `${a.text} | ${b.text}`),
  );
}
