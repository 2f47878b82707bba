import { loaded } from './loaded.js';

describe('A file of the application', () => {
  const failing = (times: number) => {
    let asked = 0;
    return {
      load: () => {
        asked += 1;
        return asked > times ? Promise.resolve('file') : Promise.reject(new Error(`attempt ${asked}`));
      },
      asked: () => asked,
    };
  };

  it('is asked for again while the line is broken', async () => {
    const { load, asked } = failing(2);
    expect(await loaded(load, [1, 1])).toBe('file');
    expect(asked()).toBe(3);
  });

  it('is given up after the last attempt, with its error', async () => {
    const { load, asked } = failing(3);
    await expect(loaded(load, [1, 1])).rejects.toThrow('attempt 3');
    expect(asked()).toBe(3);
  });
});
