/** The task was not asked for in a way it understands: exit 2, one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
