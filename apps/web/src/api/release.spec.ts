import { beginRelease, isOfEarlierRelease, noticeRelease } from './release.js';

const response = (release?: string) => new Response('', { headers: release ? { 'worktrack-release': release } : {} });

it('is an earlier one as soon as the server responds with another', () => {
  beginRelease('aaaa');
  for (const [release, isEarlier] of [
    [undefined, false],
    ['aaaa', false],
    ['bbbb', true],
    [undefined, true],
  ] as const) {
    noticeRelease(response(release));
    expect(isOfEarlierRelease()).toBe(isEarlier);
  }
});
