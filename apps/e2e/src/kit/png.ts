import { crc32, deflateSync } from 'node:zlib';

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
