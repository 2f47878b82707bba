import { execFileSync } from 'node:child_process';
import sharp from 'sharp';
import { FONTS, configureFonts } from './font-configuration.js';
import { SharpRasterizer } from './sharp-rasterizer.js';

const WIDTH = 400;
const HEIGHT = 60;

function svg(text: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="400" height="60" fill="#fff"/>` +
    `<text x="10" y="40" font-family="Inter, system-ui, sans-serif" font-size="22">${text}</text></svg>`
  );
}

/** The number of dark pixels of a picture. */
async function inkOf(png: Buffer): Promise<number> {
  const grey = await sharp(png).greyscale().raw().toBuffer();
  return grey.filter((value) => value < 128).length;
}

describe('A picture of a drawing', () => {
  const rasterizer = new SharpRasterizer();

  it.each([1, 2, 3])('has %i pixels for each pixel of the drawing', async (scale) => {
    const { format, width, height } = await sharp(await rasterizer.pngOf(svg('Velocity'), scale)).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', width: WIDTH * scale, height: HEIGHT * scale });
  });

  it('has different glyphs for different letters, in Latin, Greek and Cyrillic', async () => {
    const texts = ['HHHH', 'OOOO', 'ΛΛΛΛ', 'ЖЖЖЖ'];
    const pixels = await Promise.all(texts.map(async (text) => inkOf(await rasterizer.pngOf(svg(text), 2))));
    expect(new Set(pixels).size).toBe(texts.length);
    for (const count of pixels) expect(count).toBeGreaterThan(200);
  });

  it('is refused when it has more pixels than the largest that is asked for', async () => {
    const huge = '<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="9000"/>';
    await expect(rasterizer.pngOf(huge, 1)).rejects.toThrow('limit');
  });

  it('leaves the event loop to others while two are made', async () => {
    let turns = 0;
    const count = () => {
      turns += 1;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    const lines = Array.from({ length: 400 }, (_, y) => `<text x="10" y="${y * 4}" font-size="12">Row ${y}</text>`);
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="1600">${lines.join('')}</svg>`;
    await Promise.all([rasterizer.pngOf(drawing, 2), rasterizer.pngOf(drawing, 2)]);
    clearImmediate(timer);
    expect(turns).toBeGreaterThan(50);
  });
});

describe('The fonts of pictures', () => {
  it('are respected as the environment says', () => {
    const environment = { FONTCONFIG_FILE: '/somewhere/fonts.conf' };
    configureFonts(environment);
    expect(environment.FONTCONFIG_FILE).toBe('/somewhere/fonts.conf');
  });

  /** Draws a text in a new process, where the machine has no fonts. */
  const drawnWith = (fonts: readonly string[], text: string): Buffer => {
    const environment: NodeJS.ProcessEnv = {};
    configureFonts(environment, { fonts, machine: '/nowhere' });
    const draw = `require('sharp')(require('node:fs').readFileSync(0)).png().toBuffer().then((png) => process.stdout.write(png))`;
    return execFileSync(process.execPath, ['-e', draw], {
      input: svg(text),
      env: { ...process.env, ...environment },
      cwd: __dirname,
    });
  };
  const INTER = FONTS.filter((font) => font.includes('/inter/'));

  it.each([
    ['Hebrew', 'שלום'],
    ['Arabic', 'مرحبا'],
    ['emoji', '🚀👍'],
  ])('have %s, also on a machine without fonts', (_script, text) => {
    // Inter alone draws a box for each of these characters.
    expect(drawnWith(FONTS, text).equals(drawnWith(INTER, text))).toBe(false);
  });

  it('replace a character that none of them has by a box with its number', async () => {
    const [one, other] = [drawnWith(FONTS, '日本'), drawnWith(FONTS, '中国')];
    expect(one.equals(other)).toBe(false);
    expect(await inkOf(one)).toBeGreaterThan(100);
  });
});
