import { addressOf } from './address.js';

/** The origin of `test/page.cjs`. */
const HERE = 'http://track.example';

const screen = (href: string) => ({ href, isOurs: true });
const away = (href: string) => ({ href, isOurs: false });

describe('An address in a text', () => {
  it.each([
    ['/', '/'],
    ['/o/demo/items/WEB-1', '/o/demo/items/WEB-1'],
    ['/o/demo/search?q=a%20b#c', '/o/demo/search?q=a%20b#c'],
    ['/o/demo/items/../WEB', '/o/demo/WEB'],
    ['/\t\no/demo', '/o/demo'],
    ['\\o\\demo', '/o/demo'],
    ['/o/d%C3%A9mo', '/o/d%C3%A9mo'],
    ['/settings/tokens', '/settings/tokens'],
    [`${HERE}/o/demo`, '/o/demo'],
    ['HTTP://TRACK.EXAMPLE:80/o/demo', '/o/demo'],
    ['http:/o/demo', '/o/demo'],
    ['//track.example/o/demo', '/o/demo'],
    ['#place', '#place'],
  ])('leads to a screen in the same window: %j', (written, href) => {
    expect(addressOf(written)).toEqual(screen(href));
  });

  it.each([
    ['/\\evil.example/x', 'http://evil.example/x'],
    ['\\/evil.example/x', 'http://evil.example/x'],
    ['\\\\evil.example/x', 'http://evil.example/x'],
    ['//evil.example', 'http://evil.example/'],
    ['///evil.example', 'http://evil.example/'],
    ['/\t/evil.example', 'http://evil.example/'],
    ['/\n\\evil.example', 'http://evil.example/'],
    ['\u0001 //evil.example', 'http://evil.example/'],
    ['http:\\\\evil.example', 'http://evil.example/'],
    ['https:/evil.example', 'https://evil.example/'],
    ['https:evil.example', 'https://evil.example/'],
    ['ht\ttps://evil.example', 'https://evil.example/'],
    ['HTTPS://EVIL.EXAMPLE/A', 'https://evil.example/A'],
    ['https://evil.example#/o/demo', 'https://evil.example/#/o/demo'],
    ['https://%65vil.example', 'https://evil.example/'],
    ['https://ｅvil.example', 'https://evil.example/'],
    ['https://évil.example', 'https://xn--vil-9la.example/'],
    ['http://track.example.evil.example/', 'http://track.example.evil.example/'],
    ['http://track.example./o/demo', 'http://track.example./o/demo'],
    ['http://track.example:8080/o/demo', 'http://track.example:8080/o/demo'],
    ['https://track.example/o/demo', 'https://track.example/o/demo'],
    ['http://127.1/', 'http://127.0.0.1/'],
    [`https://evil.example/${'a'.repeat(19_000)}`, `https://evil.example/${'a'.repeat(19_000)}`],
    ['mailto:a@b.example', 'mailto:a@b.example'],
    ['MAILTO:a@b.example', 'mailto:a@b.example'],
  ])('leads out of the application in a window of its own: %j', (written, href) => {
    expect(addressOf(written)).toEqual(away(href));
  });

  it.each([
    ['/api/v1/organizations', '/api/v1/organizations'],
    ['/api/docs', '/api/docs'],
    ['/app/api/v1/organizations/demo/projects/WEB/work-items/WEB-1/attachments/1', undefined],
    ['/assets/index.js', '/assets/index.js'],
    ['/o/../api/docs', '/api/docs'],
    ['/o/%2e%2e/api/docs', '/api/docs'],
    ['/ordinary', '/ordinary'],
    ['/O/demo', '/O/demo'],
    ['http:/evil.example', '/evil.example'],
    ['/o/..//evil.example', '//evil.example'],
  ])('leads to what is no screen of this server in a window of its own: %j', (written, path = written) => {
    expect(addressOf(written)).toEqual(away(HERE + path));
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'java\r\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    ' javascript:alert(1)',
    'javascript://track.example/%0aalert(1)',
    'data:text/html,<b>x</b>',
    `blob:${HERE}/0b0e7e34-7a62-4f6d-a9f5-3d2c1c1b4d3c`,
    'filesystem:http://track.example/x',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://evil.example',
    'ws://evil.example',
    'view-source:http://track.example',
    'xmpp:a@b.example',
    'tel:1',
    'https://worktrack@evil.example',
    'https://worktrack:secret@evil.example',
    'http://track.example@evil.example',
    'http://user@track.example/o/demo',
    '//track.example@evil.example/',
    'https://',
    'https://a b',
    'http://[::1',
    'http://a:99999/',
    'http:evil.example',
    'evil.example',
    'docs/setup.md',
    './x',
    '../x',
    '?tab=1',
    '#',
    '',
    '/o/%zz',
    '/o/%E9',
  ])('stays a text: %j', (written) => {
    expect(addressOf(written)).toBeUndefined();
  });
});
