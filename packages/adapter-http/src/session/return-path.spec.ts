import { returnPathOf } from './return-path.js';

describe('The path to go on at after a sign-in', () => {
  it.each(['/', '/?q=1', '/#top', '/o/acme', '/o/acme/WEB/backlog?view=all#WEB-1', '/settings/security'])(
    'can be the page %s',
    (path) => {
      expect(returnPathOf(path)).toBe(path);
    },
  );

  it('is brought into the form that a browser asks for', () => {
    expect(returnPathOf('/o/acme/../../settings')).toBe('/settings');
  });

  it.each([
    'https://evil.example/o/acme',
    '//evil.example/o/acme',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/o/..//evil.example',
    '/o/../..//evil.example/o',
    'javascript:alert(1)',
    '/\t/evil.example',
    ' /o/acme',
    '/o/acme\n',
    '/api/session/oidc/begin',
    '/app/api/v1/organizations',
    '/sign-in',
    '/other',
    'o/acme',
    '',
    `/o/${'x'.repeat(1_024)}`,
    '/o/ü',
  ])('is never %j', (path) => {
    expect(returnPathOf(path)).toBeUndefined();
  });
});
