import { PassThrough } from 'node:stream';
import { UsageError } from '../usage-error.js';
import { readSecret } from './read-secret.js';

/** Reads a secret from what is typed or piped, and returns what was shown meanwhile. */
async function read(typed: string, { isTTY }: { readonly isTTY: boolean }) {
  const source = Object.assign(new PassThrough(), { isTTY });
  const screen = new PassThrough();
  const secret = readSecret(source, screen, 'Password: ').catch((error: unknown) => error);
  if (isTTY) source.write(typed);
  else source.end(typed);
  const outcome = await secret;
  screen.end();
  return { outcome, shown: (await screen.toArray()).join('') };
}

describe('A secret', () => {
  it.each([
    ['a few random words\n', 'a few random words'],
    ['a few random words\r\n', 'a few random words'],
    ['two lines\nof words\n\n', 'two lines\nof words\n'],
    ['no line break', 'no line break'],
  ])('from a pipe is everything but the last line break: %j', async (typed, secret) => {
    expect(await read(typed, { isTTY: false })).toEqual({ outcome: secret, shown: '' });
  });

  it('from a pipe is refused when it is longer than any password', async () => {
    const { outcome } = await read('x'.repeat(65_537), { isTTY: false });
    expect(outcome).toEqual(new UsageError('What is piped must have at most 65536 bytes.'));
  });

  it('at a terminal is asked for, ends with its line, and is not shown', async () => {
    const { outcome, shown } = await read('a few random words\r', { isTTY: true });
    expect(outcome).toBe('a few random words');
    expect(shown).toBe('Password: \n');
  });

  it.each([
    ['an interruption', 'half\u0003'],
    ['the end of the input', '\u0004'],
  ])('at a terminal is missing after %s', async (_, typed) => {
    const { outcome, shown } = await read(typed, { isTTY: true });
    expect(outcome).toBeInstanceOf(UsageError);
    expect(shown).not.toContain('half');
  });
});
