#!/usr/bin/env node
import { runTask } from './tasks/run-task.js';

// The reader can close the pipe early: `… | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

void runTask().then((code) => {
  process.exitCode = code;
});
