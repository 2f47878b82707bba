import { hashOfToken, isWellFormedToken, newAccessToken } from './access-token.js';

describe('An access token', () => {
  it('is wtp_ and 42 characters of base62, another one each time', () => {
    const tokens = Array.from({ length: 200 }, () => newAccessToken());
    for (const token of tokens) expect(token).toMatch(/^wtp_[0-9A-Za-z]{42}$/);
    expect(new Set(tokens).size).toBe(200);
  });

  it('carries the CRC-32 of all that precedes it, zero-padded', () => {
    // CRC-32 of 'wtp_' and 36 zeros, computed independently of this code: 0xe2c71107 = 3804696839.
    expect(isWellFormedToken(`wtp_${'0'.repeat(36)}49U7S3`)).toBe(true);
  });

  it('is well formed when new, and no longer with any one character changed', () => {
    const token = newAccessToken();
    expect(isWellFormedToken(token)).toBe(true);
    for (let at = 0; at < token.length; at += 1) {
      const other = token.charAt(at) === 'x' ? 'y' : 'x';
      expect(isWellFormedToken(token.slice(0, at) + other + token.slice(at + 1))).toBe(false);
    }
  });

  it.each([
    ['nothing', ''],
    ['the prefix alone', 'wtp_'],
    ['46 other characters', 'x'.repeat(46)],
    ['a token with a blank behind it', `${newAccessToken()} `],
    ['a token with a blank before it', ` ${newAccessToken()}`],
    ['a token that was cut', newAccessToken().slice(0, -1)],
  ])('is not %s', (_, text) => {
    expect(isWellFormedToken(text)).toBe(false);
  });

  it('is stored as its SHA-256', () => {
    expect(hashOfToken('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
