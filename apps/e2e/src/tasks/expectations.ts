import type { Ended } from '../kit/program.js';

/** The task failed, said why in one line, and left stdout to others. */
export function expectFailure({ code, stdout, stderr }: Ended, exit: 1 | 2, reason = /./): void {
  expect({ code, stdout, stderr }).toEqual({ code: exit, stdout: '', stderr: expect.stringMatching(/^error: .+\n$/) });
  expect(stderr).toMatch(reason);
}
