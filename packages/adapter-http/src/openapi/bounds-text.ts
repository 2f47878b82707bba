import type { Schema } from './schemas.js';

/** States the bounds and the default of a schema in words; empty for a schema without. */
export function boundsText(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, default: standard } = schema;
  return [
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, schema.type === 'array' ? ' values' : ''),
    ...(standard === undefined ? [] : [`Default: ${JSON.stringify(standard)}.`]),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function range(least: unknown, most: unknown, unit: string): string {
  if (typeof most === 'number') {
    return typeof least === 'number' ? `${shown(least)} to ${shown(most)}${unit}.` : `At most ${shown(most)}${unit}.`;
  }
  return typeof least === 'number' ? `At least ${shown(least)}${unit}.` : '';
}

/** Writes a number with a comma after each thousand. */
const shown = (number: number) => String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
