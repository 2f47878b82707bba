import type { WebFile } from './web-application.js';

/** The smallest form of a file that an `Accept-Encoding` admits; `undefined`: only the file as it is. */
export function encodingFor(accepted = '', file: Pick<WebFile, 'br' | 'gzip'>): 'br' | 'gzip' | undefined {
  const weights = new Map(accepted.toLowerCase().split(',').map(weighted));
  const admits = (encoding: string) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0;
  if (file.br && admits('br')) return 'br';
  return file.gzip && admits('gzip') ? 'gzip' : undefined;
}

function weighted(part: string): [string, number] {
  const [encoding = '', ...parameters] = part.split(';').map((text) => text.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return [encoding, weight === undefined ? 1 : Number(weight.slice(2))];
}
