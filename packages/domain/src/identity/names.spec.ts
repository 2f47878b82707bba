import { Email, PublicUserId, Slug, Username } from './names.js';

const a = (count: number) => 'a'.repeat(count);

describe('A slug', () => {
  it.each(['a', '0', 'demo', 'a-b', 'a--b', '0-0', a(63)])('may be %j', (text) => {
    expect(Slug.parse(text)).toBe(text);
  });

  it.each(['', '-', '-a', 'a-', 'A', 'Demo', 'a_b', 'a.b', 'ä', 'a b', ' a', 'a\n', a(64)])('is not %j', (text) => {
    expect(Slug.parse(text)).toBeUndefined();
  });
});

describe('A username', () => {
  it.each(['a', '0', 'a.b', 'a_b', 'a-b', 'a..b', a(64)])('may be %j', (text) => {
    expect(Username.parse(text)).toBe(text);
  });

  it('is kept in lower case', () => {
    expect(Username.parse('Ada.L')).toBe('ada.l');
  });

  it.each(['', '.', '.a', 'a.', '_a', 'a_', '-a', 'a-', 'a b', 'ſ', 'ada@x', 'a\n', a(65)])('is not %j', (text) => {
    expect(Username.parse(text)).toBeUndefined();
  });
});

describe('The username that is derived from a name', () => {
  it.each([
    ['Ada Lovelace', 'ada-lovelace'],
    ['Élodie  Brûlé', 'elodie-brule'],
    ["  O'Neill, Tip. ", 'o-neill-tip'],
    ['R2-D2', 'r2-d2'],
    [a(255), a(46)],
    [`${a(45)} y`, a(45)],
    ['王小明', undefined],
    ['😀', undefined],
  ])('of %s is %s', (name, username) => {
    expect(Username.stem(name)).toBe(username);
  });

  it('has the first free number from 2 where it is taken', () => {
    const stem = Username.stem('Ada') ?? ('' as Username);
    expect(Username.firstFree(stem, new Set())).toBe('ada');
    expect(Username.firstFree(stem, new Set(['ada', 'ada-2', 'ada-4']))).toBe('ada-3');
  });
});

describe('The slug that is derived from a name', () => {
  it.each([
    ['Analytical Engines & Co.', 'analytical-engines-co'],
    ['Größe', 'gro-e'],
    ['X', 'team'],
    ['王小明', 'team'],
  ])('of %s is %s', (name, slug) => {
    expect(Slug.stem(name)).toBe(slug);
    expect(Slug.parse(slug)).toBe(slug);
  });

  it('has the first free number from 2 where it is taken', () => {
    expect(Slug.firstFree(Slug.stem('Acme'), new Set(['acme', 'acme-2']))).toBe('acme-3');
  });
});

describe('A public user id', () => {
  const head = 'AZaz09_-AZaz09_-AZaz0';

  it.each(['A', 'Q', 'g', 'w'])('ends in %s, because 128 bits leave four of the last character at zero', (last) => {
    expect(PublicUserId.parse(`usr_${head}${last}`)).toBe(`usr_${head}${last}`);
  });

  it.each([
    '',
    'usr_',
    `usr_${head}B`,
    `usr_${head}a`,
    `usr_${head.slice(1)}A`,
    `usr_${head}AA`,
    `USR_${head}A`,
    `usr-${head}A`,
    `usr_${head.slice(1)}+A`,
    `usr_${head.slice(1)}=A`,
    ` usr_${head}A`,
    `usr_${head}A\n`,
  ])('is not %j', (text) => {
    expect(PublicUserId.parse(text)).toBeUndefined();
  });
});

describe('An e-mail address', () => {
  const longest = `${a(64)}@${[a(63), a(63), a(61)].join('.')}`;

  it.each(['a@b', 'ada@example.com', 'a.b+c@x-y.example', "o'hara_{}|~!#$%&*/=?^`-@example.com", '1@2.3', longest])(
    'may be %j',
    (text) => {
      expect(Email.parse(text)).toBe(text);
    },
  );

  it('is kept in lower case', () => {
    expect(Email.parse('Ada.Lovelace@Example.COM')).toBe('ada.lovelace@example.com');
  });

  it('has at most 254 characters, 64 of them before the @', () => {
    expect(longest).toHaveLength(254);
    expect(Email.parse(`${longest}a`)).toBeUndefined();
    expect(Email.parse(`${a(65)}@b`)).toBeUndefined();
    expect(Email.parse(`a@${a(63)}`)).toBeDefined();
    expect(Email.parse(`a@${a(64)}`)).toBeUndefined();
  });

  it.each([
    '',
    'a',
    '@',
    'a@',
    '@b',
    'a@@b',
    'a@b@c',
    'a b@c',
    'a@b c',
    '.a@b',
    'a.@b',
    'a..b@c',
    'a@.b',
    'a@b.',
    'a@b..c',
    'a@-b',
    'a@b-',
    'a@b_c',
    'a@[127.0.0.1]',
    '"a b"@c',
    'ä@b',
    'ſ@b',
    'a@bücher.example',
    'a@b\n',
    '\ud800@b',
  ])('is not %j', (text) => {
    expect(Email.parse(text)).toBeUndefined();
  });
});
