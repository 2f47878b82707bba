/** Whether this is the operating system's error of one of these names (`EEXIST`, `ENXIO`, …). */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  // Not `instanceof Error`: where tests run in a sandbox, the system's errors come from outside of it.
  return typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));
}
