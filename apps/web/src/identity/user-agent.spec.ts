import { nameOfUserAgent } from './user-agent.js';

const MOZILLA = 'Mozilla/5.0';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('The name of a browser', () => {
  it.each([
    [`${MOZILLA} (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0`, 'Firefox on Linux'],
    [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/147.0.0.0 Safari/537.36`, 'Chrome on Windows'],
    [
      `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/147.0.0.0 Safari/537.36 Edg/147.0.0.0`,
      'Edge on Windows',
    ],
    [
      `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15`,
      'Safari on macOS',
    ],
    [
      `${MOZILLA} (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/147.0 Mobile/15E148 Safari/604.1`,
      'Chrome on iOS',
    ],
    [`${MOZILLA} (Linux; Android 16; K) ${WEBKIT} Chrome/147.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
    [`${MOZILLA} (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/147.0.0.0 Safari/537.36`, 'Chrome on Linux'],
    ['curl/8.16.0', 'curl/8.16.0'],
    [' ', 'Unknown browser'],
  ])('%s is %s', (userAgent, name) => {
    expect(nameOfUserAgent(userAgent)).toBe(name);
  });

  it('is unknown when none was sent, and short when a long one was', () => {
    expect(nameOfUserAgent(null)).toBe('Unknown browser');
    expect(nameOfUserAgent('x'.repeat(1_000))).toHaveLength(60);
  });
});
