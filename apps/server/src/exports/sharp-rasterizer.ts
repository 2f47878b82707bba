import { Rasterizer } from '@worktrack/application';
import { configureFonts } from './font-configuration.js';

/** Pixels for each inch of an SVG whose pictures have one pixel for each of its own. */
const DENSITY = 72;
/** More than the largest picture that is asked for. */
const MOST_PIXELS = 40_000_000;

/** Makes pictures by sharp, in threads of its own: the event loop only hands bytes over. */
export class SharpRasterizer extends Rasterizer {
  override async pngOf(svg: string, scale: number): Promise<Buffer> {
    const sharp = await loadSharp();
    return sharp(Buffer.from(svg), { density: DENSITY * scale, limitInputPixels: MOST_PIXELS })
      .png()
      .toBuffer();
  }
}

let loaded: Promise<typeof import('sharp')> | undefined;

/** Loads sharp at the first picture: a server that makes none starts without it. */
function loadSharp(): Promise<typeof import('sharp')> {
  loaded ??= (async () => {
    configureFonts();
    return (await import('sharp')).default;
  })();
  return loaded;
}
