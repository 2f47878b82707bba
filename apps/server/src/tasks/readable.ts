import { visible } from '../visible.js';

/**
 * Formats a result for people: an object as lines, a list of objects as a table. Supports the shapes of `docs/operations/tasks.md`. People chose
 * many of the texts: each is made visible, so that none of them forges a line or rewrites the terminal.
 */
export function readable(result: unknown): string {
  if (Array.isArray(result)) return tableOf(result.map((row) => Object.entries(row as object)));
  const lines = Object.entries(result as object).map(([name, value]) => [inOneCell(name), cell(value)] as const);
  const width = Math.max(0, ...lines.map(([name]) => name.length));
  return lines.map(([name, value]) => `${name.padEnd(width)}  ${value}\n`).join('');
}

function tableOf(rows: readonly (readonly [string, unknown][])[]): string {
  const [first] = rows;
  if (!first) return 'None.\n';
  const lines = [first.map(([name]) => inOneCell(name)), ...rows.map((row) => row.map(([, value]) => cell(value)))];
  const widths = first.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const padded = lines.map((line) => line.map((text, column) => text.padEnd(widths[column] ?? 0)));
  return padded.map((line) => `${line.join('  ').trimEnd()}\n`).join('');
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(cell).join(', ');
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, inner]) => `${inOneCell(name)}=${cell(inner)}`)
      .join(' ');
  }
  return typeof value === 'string' ? inOneCell(value) : JSON.stringify(value);
}

/** Two spaces divide the columns of a table: a text cannot look like two cells. */
const REPEATED_SPACE = /(?<=\p{Zs})\p{Zs}/gu;

function inOneCell(text: string): string {
  return visible(text).replace(REPEATED_SPACE, String.raw`\u{20}`);
}
