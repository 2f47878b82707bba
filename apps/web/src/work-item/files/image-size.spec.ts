import { imageHead } from './image-size.js';

const bytes = (...parts: (string | readonly number[])[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? Array.from(part, (one) => one.charCodeAt(0)) : part)),
  );

const EXIF = [
  '\xff\xe1',
  [0, 34],
  'Exif\0\0',
  'MM',
  [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0],
] as const;
const FRAME = ['\xff\xc0', [0, 17, 8, 1, 0x2c, 0, 200]] as const;

describe('The first bytes of an image', () => {
  it.each([
    ['PNG', bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 3, 32, 0, 0, 2, 88]), 'image/png', 800, 600],
    ['GIF', bytes('GIF89a', [44, 1, 200, 0]), 'image/gif', 300, 200],
    ['JPEG', bytes('\xff\xd8', '\xff\xe0', [0, 4, 1, 1], ...FRAME), 'image/jpeg', 200, 300],
    ['JPEG of a camera that was turned', bytes('\xff\xd8', ...EXIF, ...FRAME), 'image/jpeg', 300, 200],
    [
      'WebP',
      bytes('RIFF', [0, 0, 0, 0], 'WEBP', 'VP8 ', [0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 44, 1, 200, 0]),
      'image/webp',
      300,
      200,
    ],
    [
      'WebP without loss',
      bytes('RIFF', [0, 0, 0, 0], 'WEBP', 'VP8L', [0, 0, 0, 0, 0x2f, 43, 193, 49, 0]),
      'image/webp',
      300,
      200,
    ],
    [
      'WebP with more',
      bytes('RIFF', [0, 0, 0, 0], 'WEBP', 'VP8X', [0, 0, 0, 0, 0, 0, 0, 0, 43, 1, 0, 199, 0, 0]),
      'image/webp',
      300,
      200,
    ],
  ])('tell its size: %s', (_, head, type, width, height) => {
    expect(imageHead(head)).toEqual({ type, width, height });
  });

  it.each([
    ['nothing', bytes()],
    ['SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a PNG that is cut off', bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0])],
    ['a PNG without pixels', bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 0, 0, 0, 0, 0, 9])],
    ['a JPEG of empty segments', bytes('\xff\xd8', ...Array.from({ length: 500 }, () => '\xff\xe0\0\0'))],
    ['a page', bytes('<!doctype html><script>')],
  ])('are none of an image: %s', (_, head) => {
    expect(imageHead(head)).toBeUndefined();
  });
});
