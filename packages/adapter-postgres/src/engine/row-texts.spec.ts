import { EventEmitter } from 'node:events';
import fc from 'fast-check';
import type { Client } from 'pg';
import { readWholeRows } from './row-texts.js';

/** A message with a row, as the server sends it. */
function messageOf(row: readonly (string | null)[]): Buffer {
  const head = Buffer.from([0x44, 0, 0, 0, 0, row.length >> 8, row.length & 0xff]);
  const parts = row.flatMap((text) => {
    const value = Buffer.from(text ?? '');
    const length = Buffer.alloc(4);
    length.writeInt32BE(text === null ? -1 : value.length);
    return [length, value];
  });
  const message = Buffer.concat([head, ...parts]);
  message.writeInt32BE(message.length - 1, 1);
  return message;
}

/** Reads what arrives in pieces of this size. */
function rowsFrom(bytes: Buffer, size: number): unknown[] {
  const connection = new EventEmitter();
  readWholeRows({ connection } as unknown as Client);
  const stream = new EventEmitter();
  (connection as unknown as { attachListeners(stream: EventEmitter): void }).attachListeners(stream);
  const rows: unknown[] = [];
  connection.on('dataRow', ({ fields }: { readonly fields: unknown }) => rows.push(fields));
  for (let at = 0; at < bytes.length; at += size) {
    stream.emit('data', Buffer.from(bytes.subarray(at, at + size)));
  }
  return rows;
}

describe('The texts of whole rows', () => {
  it('are those that were sent, in whatever pieces they arrive', () => {
    const length = fc.constantFrom(0, 1, 20, 127, 128, 129, 255, 256, 3_000);
    const text = fc
      .tuple(fc.constantFrom('a', '\u007f', '\u0080', 'é', '日', '😀', '\ufffd'), length)
      .map(([letter, before]) => `${'x'.repeat(before)}${letter}`);
    const row = fc.array(fc.option(fc.oneof(text, fc.constant(''), fc.constant('plain'))), { maxLength: 30 });
    const seed = process.env.SEED === undefined ? Date.now() : Number(process.env.SEED);
    console.log(`SEED=${seed}`);
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), fc.integer({ min: 1, max: 5_000 }), (rows, size) => {
        expect(rowsFrom(Buffer.concat(rows.map(messageOf)), size)).toEqual(rows);
      }),
      { seed, numRuns: 100 },
    );
  });

  it('leave all other messages to the driver', () => {
    const connection = new EventEmitter();
    readWholeRows({ connection } as unknown as Client);
    const stream = new EventEmitter();
    (connection as unknown as { attachListeners(stream: EventEmitter): void }).attachListeners(stream);
    const received: unknown[] = [];
    connection.on('errorMessage', ({ code }: { readonly code: string }) => received.push(code));
    connection.on('readyForQuery', ({ status }: { readonly status: string }) => received.push(status));
    const error = Buffer.from('E\0\0\0\0C22012\0Mdivision by zero\0\0');
    error.writeInt32BE(error.length - 1, 1);
    stream.emit('data', Buffer.concat([error, Buffer.from('Z\0\0\0\x05I')]));
    expect(received).toEqual(['22012', 'I']);
  });
});
