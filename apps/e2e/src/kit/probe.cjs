// A process of its own asks an address every 20 ms, because the test process is busy itself. When its input ends it prints the longest
// wait for an answer, in milliseconds.
'use strict';
const { Agent, get } = require('node:http');

const agent = new Agent({ keepAlive: true });
let longest = 0;

function probe() {
  const began = performance.now();
  get(process.argv[2], { agent }, (answer) => {
    answer.resume().on('end', () => {
      longest = Math.max(longest, performance.now() - began);
      setTimeout(probe, 20);
    });
  }).on('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
}

process.stdin.resume().on('end', () => {
  process.stdout.write(String(longest));
  process.exit(0);
});
probe();
