import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** Makes a grey PNG of any size in pixels: it takes few bytes, however large the image is. */
export function greyPng(width: number, height: number, shade = 128, rows = height): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  const row = Buffer.alloc(width + 1, shade).fill(0, 0, 1);
  const pixels = deflateSync(Buffer.concat(Array<Buffer>(rows).fill(row)));
  const text = chunk('tEXt', Buffer.from('Comment\0secret place', 'latin1'));
  const chunks = [chunk('IHDR', header), text, chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([SIGNATURE, ...chunks]);
}

/** A PNG of 8-bit samples as its pixels. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Returns the brightness of a pixel on white, 0 to 255. */
  at(x: number, y: number): number;
}

const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };

/** Decodes a PNG with 8 bits for each sample, not interlaced. Throws on anything else, and on a broken one. */
export function decodePng(png: Buffer): Pixels {
  if (!png.subarray(0, 8).equals(SIGNATURE)) throw new Error('This is no PNG.');
  const [width, height, depth, colour, interlaced] = [
    png.readUInt32BE(16),
    png.readUInt32BE(20),
    png.readUInt8(24),
    png.readUInt8(25),
    png.readUInt8(28),
  ];
  const samples = SAMPLES[colour];
  if (depth !== 8 || interlaced !== 0 || samples === undefined) throw new Error('This kind of PNG is not read here.');
  const data = inflateSync(Buffer.concat([...contentsOf(png, 'IDAT')]));
  const stride = width * samples;
  const rows = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = data[y * (stride + 1)]!;
    for (let x = 0; x < stride; x += 1) {
      const left = x >= samples ? rows[y * stride + x - samples]! : 0;
      const above = y > 0 ? rows[(y - 1) * stride + x]! : 0;
      const corner = x >= samples && y > 0 ? rows[(y - 1) * stride + x - samples]! : 0;
      rows[y * stride + x] = data[y * (stride + 1) + 1 + x]! + predicted(filter, left, above, corner);
    }
  }
  const at = (x: number, y: number) => {
    const pixel = rows.subarray((y * width + x) * samples, (y * width + x + 1) * samples);
    const brightness = samples < 3 ? pixel[0]! : (pixel[0]! + pixel[1]! + pixel[2]!) / 3;
    const opacity = samples % 2 === 0 ? pixel[samples - 1]! / 255 : 1;
    return 255 - (255 - brightness) * opacity;
  };
  return { width, height, at };
}

function* contentsOf(png: Buffer, name: string): Generator<Buffer> {
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === name) yield png.subarray(at + 8, at + 8 + length);
    at += length + 12;
  }
}

/** The predictions of the five filters (PNG, section 9.2). */
function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return Math.floor((left + above) / 2);
  const estimate = left + above - corner;
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((value) => Math.abs(estimate - value)) as [
    number,
    number,
    number,
  ];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
