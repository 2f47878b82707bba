import { bannerOf } from './banner.js';

const BASE_URL = 'http://127.0.0.1:3000';
const WELCOME = `${BASE_URL}/welcome#secret`;

const linesOf = (banner: string): string[] => banner.split('\n').filter((line) => line.trim() !== '');

describe('The text that a server prints at its start', () => {
  it('begins with the link that signs in; the addresses, the token and a command follow', () => {
    expect(linesOf(bannerOf(BASE_URL, { token: 'wtp_x', welcome: WELCOME }))).toEqual([
      `  Open     ${WELCOME}`,
      `  API      ${BASE_URL}/api/v1`,
      `  Docs     ${BASE_URL}/api/docs`,
      '  Token    wtp_x',
      `  curl -H 'Authorization: Bearer wtp_x' ${BASE_URL}/api/v1/me`,
    ]);
  });

  it('has no link where the application for browsers is not served', () => {
    const lines = linesOf(bannerOf(BASE_URL, { token: 'wtp_x', welcome: undefined }));
    expect(lines[0]).toBe(`  API      ${BASE_URL}/api/v1`);
    expect(lines).toHaveLength(4);
  });

  it('has addresses alone without demo data', () => {
    expect(linesOf(bannerOf(BASE_URL, undefined))).toEqual([
      `  API      ${BASE_URL}/api/v1`,
      `  Docs     ${BASE_URL}/api/docs`,
    ]);
  });
});
