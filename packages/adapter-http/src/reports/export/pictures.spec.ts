import { Overloaded, Rasterizer } from '@worktrack/application';
import { Pictures } from './pictures.js';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A rasterizer whose pictures are ready when the test says so. */
class HeldRasterizer extends Rasterizer {
  readonly atWork: (() => void)[] = [];
  begun = 0;

  override pngOf(svg: string): Promise<Buffer> {
    this.begun += 1;
    return new Promise((resolve) => {
      this.atWork.push(() => {
        resolve(Buffer.from(svg));
      });
    });
  }
}

const never = new AbortController().signal;

function setUp() {
  const rasterizer = new HeldRasterizer();
  const pictures = new Pictures(rasterizer);
  const ask = (client: string, signal = never) => pictures.pngOf(`<svg id="${client}"/>`, 2, client, signal);
  const finishAll = async () => {
    await settled();
    while (rasterizer.atWork.length > 0) {
      rasterizer.atWork.shift()?.();
      await settled();
    }
  };
  return { rasterizer, ask, finishAll };
}

describe('Pictures', () => {
  it('are made two at once; 20 wait, and one more is refused', async () => {
    const { rasterizer, ask, finishAll } = setUp();
    const asked = Array.from({ length: 22 }, (_, index) => ask(`client ${index}`));
    await settled();
    expect(rasterizer.begun).toBe(2);
    await expect(ask('one more')).rejects.toBeInstanceOf(Overloaded);
    await finishAll();
    expect(await Promise.all(asked)).toHaveLength(22);
    expect(rasterizer.begun).toBe(22);
    const later = ask('one more');
    await finishAll();
    expect((await later).toString()).toBe('<svg id="one more"/>');
  });

  it('of one client are four at most, so that it cannot fill the queue', async () => {
    const { ask, finishAll } = setUp();
    const four = Array.from({ length: 4 }, () => ask('eager'));
    await expect(ask('eager')).rejects.toBeInstanceOf(Overloaded);
    const other = ask('patient');
    await finishAll();
    await Promise.all([...four, other]);
    const again = ask('eager');
    await finishAll();
    await again;
  });

  it('that nobody waits for any more are not made, and leave their place', async () => {
    const { rasterizer, ask, finishAll } = setUp();
    const first = [ask('a'), ask('b')];
    const gone = new AbortController();
    const left = ask('c', gone.signal);
    gone.abort(new Error('The client went away.'));
    const refused = expect(left).rejects.toThrow('The client went away.');
    await finishAll();
    await refused;
    await Promise.all(first);
    expect(rasterizer.begun).toBe(2);
  });
});
