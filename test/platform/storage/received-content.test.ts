import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';

const receivedContent = new URL('../../../src/platform/storage/s3-storage.ts', import.meta.url).href;

/** Receives content that does not fit into memory, and prints the error and the open temporary files. */
const receive = `
  import { readdirSync, readlinkSync } from 'node:fs';
  import { Readable } from 'node:stream';
  import { receiveContent } from '${receivedContent}';
  const chunks = Array.from({ length: 20 }, () => Buffer.alloc(2 ** 16));
  const error = await receiveContent(Readable.from(chunks), 2 ** 30).catch(({ code }) => code);
  const linkOf = (fd) => { try { return readlinkSync('/proc/self/fd/' + fd); } catch { return ''; } };
  console.log(error, readdirSync('/proc/self/fd').map(linkOf).filter((path) => path.includes('catalograph-')).length);`;

test('content that finds no room on the disk leaves no file open', () => {
  const command = 'ulimit -f 0; exec "$0" --no-warnings --input-type=module --eval "$1"';
  expect(execFileSync('sh', ['-c', command, process.execPath, receive], { encoding: 'utf8' })).toBe('EFBIG 0\n');
});
