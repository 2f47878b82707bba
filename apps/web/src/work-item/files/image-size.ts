/** An image as its first bytes describe it. */
export interface ImageHead {
  readonly type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** Reads the kind and the size of an image from its bytes, whatever its name says. Returns `undefined` for anything else. */
export function imageHead(bytes: Uint8Array): ImageHead | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const head = png(view) ?? gif(view) ?? webp(view) ?? jpeg(view);
    return head && head.width > 0 && head.height > 0 ? head : undefined;
  } catch (error) {
    // The bytes end before the size.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const has = (view: DataView, at: number, text: string): boolean =>
  Array.from(text, (character) => character.charCodeAt(0)).every((code, index) => view.getUint8(at + index) === code);

const png = (view: DataView): ImageHead | undefined =>
  has(view, 0, '\x89PNG\r\n\x1a\n') && has(view, 12, 'IHDR')
    ? { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
    : undefined;

const gif = (view: DataView): ImageHead | undefined =>
  has(view, 0, 'GIF87a') || has(view, 0, 'GIF89a')
    ? { type: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) }
    : undefined;

function webp(view: DataView): ImageHead | undefined {
  if (!has(view, 0, 'RIFF') || !has(view, 8, 'WEBP')) return undefined;
  const type = 'image/webp';
  const threeBytes = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
  if (has(view, 12, 'VP8X')) return { type, width: threeBytes(24) + 1, height: threeBytes(27) + 1 };
  if (has(view, 12, 'VP8L')) {
    const bits = view.getUint32(21, true);
    return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (!has(view, 12, 'VP8 ')) return undefined;
  return { type, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

/** The segments of a JPEG follow each other; one of them has the size, and one can say that the camera was turned (EXIF). */
function jpeg(view: DataView): ImageHead | undefined {
  if (!has(view, 0, '\xff\xd8\xff')) return undefined;
  let isTurned = false;
  for (let at = 2; view.getUint8(at) === 0xff;) {
    const marker = view.getUint8(at + 1);
    const isSize = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isSize) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
      return { type: 'image/jpeg', ...(isTurned ? { width: height, height: width } : { width, height }) };
    }
    if (marker === 0xe1 && has(view, at + 4, 'Exif\0\0')) isTurned = isTurnedBy(view, at + 10);
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** Orientations of 5 and more turn the image by a quarter. */
function isTurnedBy(view: DataView, tiff: number): boolean {
  const isLittle = has(view, tiff, 'II');
  const directory = tiff + view.getUint32(tiff + 4, isLittle);
  const count = Math.min(view.getUint16(directory, isLittle), 100);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + 12 * index;
    if (view.getUint16(entry, isLittle) === 0x0112) return view.getUint16(entry + 8, isLittle) >= 5;
  }
  return false;
}
