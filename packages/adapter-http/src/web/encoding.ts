import type { WebFile } from './web-application.js';

/** The smallest form of a file that an `Accept-Encoding` admits; `undefined`: only the file as it is. */
export function encodingFor(accepted = '', file: Pick<WebFile, 'br' | 'gzip'>): 'br' | 'gzip' | undefined {
  if (file.br && admits(accepted, 'br')) return 'br';
  return file.gzip && admits(accepted, 'gzip') ? 'gzip' : undefined;
}

/** Returns true when an `Accept-Encoding` admits this encoding. */
export function admits(accepted: string, encoding: string): boolean {
  const weights = new Map(accepted.toLowerCase().split(',').map(weighted));
  return (weights.get(encoding) ?? weights.get('*') ?? 0) > 0;
}

function weighted(part: string): [string, number] {
  const [encoding = '', ...parameters] = part.split(';').map((text) => text.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return [encoding, weight === undefined ? 1 : Number(weight.slice(2))];
}
