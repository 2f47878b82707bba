import { constants, deflateRawSync } from 'node:zlib';

const MEBIBYTE = 1_048_576;

/** Returns a backup of 1.5 MB whose manifest unpacks to 1.5 GB of zeros. They are not made for it: one compressed MiB is repeated. */
export function backupWithManifestBomb(): Buffer {
  const one = deflateRawSync(Buffer.alloc(MEBIBYTE), { finishFlush: constants.Z_FULL_FLUSH });
  const zeros = Buffer.concat([...Array<Buffer>(1_500).fill(one), Buffer.from([3, 0])]);
  const sums = partOf('SHA256SUMS', Buffer.alloc(0), 0, 0);
  const manifest = partOf('manifest.json', zeros, 1_500 * MEBIBYTE, sums.body.length);
  const entries = Buffer.concat([sums.entry, manifest.entry]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(2, 4);
  end.writeUInt16LE(2, 6);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(sums.body.length + manifest.body.length, 12);
  return Buffer.concat([sums.body, manifest.body, entries, Buffer.from('PK\u0005\u0006'), end]);
}

/** A part of a ZIP file: its bytes after their header, and its entry in the directory. */
function partOf(name: string, bytes: Buffer, unpacksTo: number, offset: number): { body: Buffer; entry: Buffer } {
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(unpacksTo === 0 ? 0 : 8, 4);
  common.writeUInt32LE(bytes.length, 14);
  common.writeUInt32LE(unpacksTo, 18);
  common.writeUInt16LE(name.length, 22);
  const place = Buffer.alloc(14);
  place.writeUInt32LE(offset, 10);
  return {
    body: Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), bytes]),
    entry: Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), common, place, Buffer.from(name)]),
  };
}
