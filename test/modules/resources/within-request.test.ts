import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { createSemaphore } from '#kernel/semaphore.ts';
import { readWithDeadline } from '#resources/resource-reader.ts';
import { readSample } from '#resources/guess-format.ts';

const named = (content: Readable) => ({
  openStream: async () => ({ filename: 'a.csv', mimetype: 'text/csv', size: null, content }),
});

test('reading a source that stops sending ends at the time limit', async () => {
  const silent = new Readable({ read: () => undefined });
  const semaphores = { sourceReads: createSemaphore(1), previewThreads: createSemaphore(1) };
  await expect(
    readWithDeadline({ semaphores }, (signal) => readSample(named(silent), signal), 50),
  ).rejects.toMatchObject({
    code: 'SOURCE_FAILED',
  });
  expect(silent.destroyed).toBe(true);
});

test('a guess reads the beginning of a source only', async () => {
  let pieces = 0;
  const endless = new Readable({
    read() {
      pieces += 1;
      this.push(Buffer.alloc(65_536, 'x'));
    },
  });
  const sample = await readSample(named(endless), new AbortController().signal);
  expect(sample).toMatchObject({ filename: 'a.csv', mimetype: 'text/csv', truncated: true });
  expect(sample.bytes).toHaveLength(262_144);
  expect(pieces).toBeLessThan(10);
});
