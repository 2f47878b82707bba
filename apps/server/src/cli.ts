#!/usr/bin/env node
import { runTask } from './tasks/run-task.js';

// Whoever reads the answer may have enough of it: `… | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

void runTask().then((code) => {
  process.exitCode = code;
});
