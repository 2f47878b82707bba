import { nativeFolder } from './native-programs.js';

describe('A machine that no PostgreSQL was packed for', () => {
  it.each(['win32-x64', 'linux-riscv64'])('is reported, with an alternative: %s', (platform) => {
    expect(() => nativeFolder(platform)).toThrow(
      `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL of your own.`,
    );
  });
});
