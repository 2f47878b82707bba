#!/usr/bin/env node
import { runTask } from './tasks/run-task.js';

void runTask().then((code) => {
  process.exitCode = code;
});
