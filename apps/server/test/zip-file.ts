import { constants, deflateRawSync } from 'node:zlib';

/** A part of a ZIP file as its headers describe it, and its bytes as they are in the file. */
export interface ZipPart {
  readonly name: string;
  readonly bytes: Buffer;
  /** The size that the headers give for the unpacked part, when `bytes` are compressed; else they are stored as they are. */
  readonly unpacksTo?: number;
  /** True when the part has no bytes of its own, and the directory leads to those of the part before. */
  readonly isSameAsBefore?: boolean;
}

/** Makes a ZIP file from parts, whatever its headers say about them. CRCs are zero: the reader compares SHA-256. */
export function zipFile(parts: readonly ZipPart[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let [offset, end] = [0, 0];
  for (const { name, bytes, unpacksTo, isSameAsBefore = false } of parts) {
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(unpacksTo === undefined ? 0 : 8, 4);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(unpacksTo ?? bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    if (!isSameAsBefore) {
      const body = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), bytes]);
      offset = end;
      end += body.length;
      bodies.push(body);
    }
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), common, entry, Buffer.from(name));
  }
  const names = Buffer.concat(directory);
  const tail = Buffer.alloc(18);
  tail.writeUInt16LE(parts.length, 4);
  tail.writeUInt16LE(parts.length, 6);
  tail.writeUInt32LE(names.length, 8);
  tail.writeUInt32LE(end, 12);
  return Buffer.concat([...bodies, names, Buffer.from('PK\u0005\u0006'), tail]);
}

/** Returns the compressed form of this many MiB of zeros: about a thousandth of them. It is made without them. */
export function compressedZeros(mebibytes: number): Buffer {
  const one = deflateRawSync(Buffer.alloc(1_048_576), { finishFlush: constants.Z_FULL_FLUSH });
  const lastBlock = Buffer.from([3, 0]);
  return Buffer.concat([...Array.from({ length: mebibytes }, () => one), lastBlock]);
}
