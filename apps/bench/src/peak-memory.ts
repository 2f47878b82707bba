// Loaded into a task by `--require`: writes the greatest resident bytes of its process into the file of `BENCH_PEAK_FILE`.
import { writeFileSync } from 'node:fs';

process.once('exit', () => {
  const file = process.env.BENCH_PEAK_FILE;
  if (file !== undefined) writeFileSync(file, String(process.resourceUsage().maxRSS * 1024));
});
