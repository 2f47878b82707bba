import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Every regular expression of the library: each reads text from untrusted clients. */
const EXPRESSIONS = readdirSync(__dirname)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
  .flatMap((file) => {
    const code = readFileSync(path.join(__dirname, file), 'utf8').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
    expect(code).not.toContain('RegExp');
    return [...code.matchAll(/(?<=[(=:]\s*|return )\/(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\n])+\/\w*/g)].map(
      ([expression]) => [file, expression] as const,
    );
  });

describe('No regular expression can blow up', () => {
  it('there are only a few', () => {
    expect(EXPRESSIONS.map(([file]) => file).sort()).toEqual([
      ...['diagnostic.ts', 'invisible.ts', 'printer.ts', 'time.ts', 'time.ts', 'time.ts'],
    ]);
  });

  it.each(EXPRESSIONS)('%s: %s repeats no group, and one thing at most without a bound', (_, expression) => {
    const withoutClasses = expression.replaceAll(/\\.|\[(?:\\.|[^\]])*\]/g, 'x');
    expect(withoutClasses).not.toMatch(/\)[*+{]/);
    expect(withoutClasses.match(/[*+]|\{\d+,\}/g) ?? []).toHaveLength(/[*+]/.test(withoutClasses) ? 1 : 0);
    // An expression without an anchor must have nothing after its repetition.
    if (!expression.startsWith('/^')) expect(withoutClasses).toMatch(/^\/x[*+]?\/g?$/);
  });
});
