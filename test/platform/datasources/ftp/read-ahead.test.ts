import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { readAhead, type ReadAt } from '#platform/datasources/connect-sftp.ts';

const asItIs = <T>(block: T) => block;

test('Reading ahead returns all bytes, for any size of the chunks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 200_000 }), fc.integer({ min: 1, max: 100_000 }), async (size, most) => {
      const content = Buffer.from(Array.from({ length: size }, (_none, index) => index % 251));
      const read: ReadAt = async (into, position) =>
        content.copy(into, 0, position, Math.min(position + Math.min(into.length, most), size));
      expect((await buffer(Readable.from(readAhead(read, asItIs), { objectMode: false }))).equals(content)).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test('An error of a block that is read ahead is thrown when the block is reached', async () => {
  const read: ReadAt = async (into, position) => {
    if (position > 0) throw new Error('Gone');
    else return into.length;
  };
  const blocks = readAhead(read, asItIs);
  expect((await blocks.next()).value).toHaveLength(30_720);
  await expect(blocks.next()).rejects.toThrow('Gone');
});
