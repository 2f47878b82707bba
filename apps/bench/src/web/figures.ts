import { median } from '../load.js';

/**
 * Prints the median of `values` with the lowest and the highest, and `within` or `over` where there is a budget: the median decides.
 * @param unit empty for counts
 * @param most the budget
 */
export function printFigure(name: string, values: readonly number[], unit: string, most?: number): void {
  const middle = median(values);
  const range = values.length > 1 ? ` [${written(Math.min(...values))}–${written(Math.max(...values))}]` : '';
  const verdict = most === undefined ? '' : `, budget ${most}: ${middle <= most ? 'within' : 'over'}`;
  console.log(`  ${name}: ${written(middle)}${unit === '' ? '' : ` ${unit}`}${range}${verdict}`);
}

export function printTitle(title: string): void {
  console.log(`\n${title}`);
}

function written(figure: number): string {
  return String(Number(figure.toFixed(Math.abs(figure) < 1 ? 3 : 1)));
}
