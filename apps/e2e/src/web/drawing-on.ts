import type { Page } from 'playwright-core';

/** Writes the drawing on the page as the server writes SVG: attributes by name, texts escaped. */
export const drawingOn = (page: Page): Promise<string> =>
  page.locator('main svg[role=img][aria-label]').evaluate((svg) => {
    const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
    const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!);
    const written = (node: Node): string => {
      if (!(node instanceof Element)) return escaped(node.textContent ?? '');
      const attributes = [...node.attributes].sort((a, b) => (a.name < b.name ? -1 : 1));
      const start = node.tagName + attributes.map(({ name, value }) => ` ${name}="${escaped(value)}"`).join('');
      const content = [...node.childNodes].map(written).join('');
      return content === '' ? `<${start}/>` : `<${start}>${content}</${node.tagName}>`;
    };
    return written(svg);
  });
