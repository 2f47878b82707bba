/*
 * Loaded into a server by `--require`: while the file exists that FULL_STORE names, the disk of the attachments is full. The first half of
 * each piece of an upload is written, the rest fails with ENOSPC, as on a disk with little room.
 */
'use strict';
const { existsSync } = require('node:fs');
const promises = require('node:fs/promises');

const isStaging = (file) => /[/\\]staging[/\\]/.test(String(file));

const { open } = promises;
promises.open = async function openOnFullDisk(file, ...rest) {
  const handle = await open(file, ...rest);
  if (!isStaging(file)) return handle;
  const writeFile = handle.writeFile.bind(handle);
  handle.writeFile = async (piece, ...options) => {
    if (!existsSync(process.env.FULL_STORE)) return writeFile(piece, ...options);
    await writeFile(piece.subarray(0, piece.length / 2), ...options);
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
  };
  return handle;
};
