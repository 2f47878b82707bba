import { problemOfPassword } from '@worktrack/application';
import { Argon2Hasher } from './argon2.js';
import { MostCommonPasswords } from './most-common.js';

describe('The hash of a password', () => {
  const hasher = new Argon2Hasher();

  it('is argon2id with 19 MiB and two passes, and another one each time', async () => {
    const [one, other] = await Promise.all([
      hasher.hash('correct horse battery'),
      hasher.hash('correct horse battery'),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
    expect(await hasher.verify(one, 'correct horse battery')).toBe(true);
    expect(await hasher.verify(one, 'correct horse batter')).toBe(false);
    expect(hasher.isOutdated(one)).toBe(false);
  });

  it('is outdated with other parameters, and is verified by them all the same', async () => {
    const { hash } = await import('@node-rs/argon2');
    const old = await hash('correct horse battery', { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    expect(hasher.isOutdated(old)).toBe(true);
    expect(await hasher.verify(old, 'correct horse battery')).toBe(true);
  });

  it('has a decoy of the same parameters, which no password matches', async () => {
    expect(hasher.isOutdated(hasher.decoy)).toBe(false);
    expect(await hasher.verify(hasher.decoy, '')).toBe(false);
    expect(await hasher.verify(hasher.decoy, 'correct horse battery')).toBe(false);
  });
});

describe('A new password', () => {
  const common = new MostCommonPasswords();
  const ada = { email: 'ada.lovelace@example.org', name: 'Ada Lovelace von Byron' };
  const problemOf = (password: string) => problemOfPassword(password, ada, common);

  it.each([
    ['12 characters', 'abcdefghijkl'.replace('l', '\u00e9')],
    ['128 characters of four bytes each', '\u{1F600}'.repeat(128)],
    ['words with blanks', 'correct horse battery'],
  ])('may be %s', async (_, password) => {
    expect(await problemOf(password)).toBeUndefined();
  });

  it.each([
    ['11 characters', 'abcdefghijk', 'must have 12 to 128 characters'],
    ['129 characters', '\u{1F600}'.repeat(129), 'must have 12 to 128 characters'],
    ['the e-mail address in another case', 'Ada.Lovelace@EXAMPLE.org', 'must not be the e-mail address'],
    ['the name in another case', 'ada lovelace VON BYRON', 'must not be the name'],
    ['one that is common', '123456654321', 'must not be one of the most common passwords'],
    ['one that is common, in another case', 'FinalFantasy', 'must not be one of the most common passwords'],
  ])('must not be %s', async (_, password, problem) => {
    expect(await problemOf(password)).toBe(problem);
  });
});
