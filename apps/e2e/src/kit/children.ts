import { existsSync, readFileSync } from 'node:fs';

/** The processes that a process has started and that still run: none where the system has no `/proc`. */
export function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}
