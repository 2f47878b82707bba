'use strict';
const { execFileSync } = require('node:child_process');

module.exports = () => {
  execFileSync(process.execPath, [require.resolve('typescript/bin/tsc'), '-b', 'tsconfig.build.json'], {
    cwd: __dirname,
    stdio: 'inherit',
  });
};
