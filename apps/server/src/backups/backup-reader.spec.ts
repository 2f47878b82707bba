import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { compressedZeros, zipFile, type ZipPart } from '../../test/zip-file.js';
import { BackupReader } from './backup-reader.js';

const MEBIBYTE = 1_048_576;
const BLOB = `blobs/${'a'.repeat(48)}`;

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Parts with a manifest and digests that fit them. */
function wholeBackup(parts: readonly ZipPart[], sums = linesOf(parts)): ZipPart[] {
  const table = { name: 'users', columns: ['id'], rows: 1 };
  const manifest = {
    ...{ format: 1, release: '1', migration: '1', at: '2026-01-31T12:00:00Z', storeId: null },
    ...{ tables: [table], sequences: {}, attachments: null, sums: sha256(sums) },
  };
  return [
    ...parts,
    { name: 'SHA256SUMS', bytes: sums },
    { name: 'manifest.json', bytes: Buffer.from(JSON.stringify(manifest)) },
  ];
}

function linesOf(parts: readonly ZipPart[]): Buffer {
  return Buffer.from(parts.map(({ name, bytes }) => `${sha256(bytes)}  ${name}\n`).join(''));
}

const ROWS: ZipPart = { name: 'tables/users.copy', bytes: Buffer.from('1\n') };

describe('A backup that was made to harm', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'hostile-backup-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** The bytes that the test at hand has unpacked. */
  let inflated: { bytes: number };
  const original = Object.getOwnPropertyDescriptor(zlib, 'createInflateRaw')!;
  beforeEach(() => {
    const counted = { bytes: 0 };
    inflated = counted;
    const { createInflateRaw } = zlib;
    const counting: typeof createInflateRaw = (options) => {
      const stream = createInflateRaw(options);
      const push = stream.push.bind(stream);
      stream.push = (piece: Buffer | null) => {
        counted.bytes += piece?.length ?? 0;
        return push(piece);
      };
      return stream;
    };
    Object.defineProperty(zlib, 'createInflateRaw', { ...original, value: counting });
  });
  afterEach(() => {
    Object.defineProperty(zlib, 'createInflateRaw', original);
  });

  /** Opens and checks a backup of these parts. Returns the refusal. */
  async function refusalOf(parts: readonly ZipPart[]): Promise<string> {
    const file = path.join(folder, 'backup.zip');
    writeFileSync(file, zipFile(parts));
    try {
      const reader = await BackupReader.open(file);
      try {
        await reader.check();
      } finally {
        reader.close();
      }
    } catch (error) {
      return (error as Error).message;
    }
    return 'none';
  }

  const zeros = compressedZeros(1_500);

  it('is not what the helpers of this test make of a good one', async () => {
    expect(await refusalOf(wholeBackup([ROWS, { name: BLOB, bytes: Buffer.from('bytes') }]))).toBe('none');
  });

  it('has a manifest of 1.5 GB in 1.5 MB: it is refused before anything is unpacked', async () => {
    expect(zeros.length).toBeLessThan(2 * MEBIBYTE);
    const parts = wholeBackup([ROWS]).with(-1, { name: 'manifest.json', bytes: zeros, unpacksTo: 1_500 * MEBIBYTE });
    expect(await refusalOf(parts)).toBe(
      'The backup is damaged: manifest.json has 1572864000 bytes, and at most 1000000 are read.',
    );
    expect(inflated.bytes).toBe(0);
  });

  it('has a manifest that is larger than its header says: no more than that is kept', async () => {
    const parts = wholeBackup([ROWS]).with(-1, { name: 'manifest.json', bytes: zeros, unpacksTo: 1_000 });
    expect(await refusalOf(parts)).toMatch(/^The backup is damaged: manifest\.json cannot be read: /);
    expect(inflated.bytes).toBeGreaterThan(0);
    expect(inflated.bytes).toBeLessThan(MEBIBYTE);
  });

  it('has more digests than parts: they are refused before they are unpacked', async () => {
    const parts = wholeBackup([ROWS]).with(-2, { name: 'SHA256SUMS', bytes: zeros, unpacksTo: 1_500 * MEBIBYTE });
    expect(await refusalOf(parts)).toMatch(
      /^The backup is damaged: SHA256SUMS has 1572864000 bytes, and at most \d+ are read\.$/,
    );
    expect(inflated.bytes).toBe(0);
  });

  it('has an attachment that would grow in the store', async () => {
    const bomb = { name: BLOB, bytes: zeros, unpacksTo: 1_500 * MEBIBYTE };
    expect(await refusalOf(wholeBackup([ROWS, bomb]))).toBe(`The backup is damaged: ${BLOB} is compressed.`);
    expect(inflated.bytes).toBe(0);
  });

  it('has parts that share their bytes', async () => {
    const bytes = Buffer.alloc(10_000, 'x');
    const blobs = Array.from('abcd', (letter, at) => ({
      name: `blobs/${letter.repeat(48)}`,
      bytes,
      isSameAsBefore: at > 0,
    }));
    expect(await refusalOf(wholeBackup([ROWS, ...blobs]))).toBe(
      'The backup is damaged: its parts have more bytes than the file.',
    );
  });

  it('has more parts than there can be tables', async () => {
    const tables = Array.from({ length: 1_100 }, (_, at) => ({ ...ROWS, name: `tables/t${at}.copy` }));
    expect(await refusalOf(wholeBackup(tables))).toBe('The backup is damaged: it has too many parts.');
  });
});
