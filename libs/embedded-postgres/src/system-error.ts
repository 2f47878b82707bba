/** True when this is an error of the operating system with one of these codes (`EEXIST`, `ENXIO`, …). */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  // Not `instanceof Error`: jest runs tests in a sandbox, and the system's errors come from outside of it.
  return typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));
}
