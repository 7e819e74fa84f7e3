import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { peekBytes } from '#engine/archives/packed-format.ts';
import { type DatasourceReader, openMetered } from '#engine/datasource/datasource.ts';

const rate = { bytes: 1_000, seconds: 0.12 };
const never = new AbortController().signal;

const sourceOf = (chunks: AsyncIterable<Buffer>): DatasourceReader => ({
  openStream: async () => ({
    filename: 'rivers.csv',
    mimetype: null,
    size: null,
    content: Readable.from(chunks, { objectMode: false }),
  }),
});

async function read(source: DatasourceReader, value: () => Promise<unknown> = async () => undefined): Promise<number> {
  let bytes = 0;
  const { content } = await openMetered(source, never, () => undefined, rate);
  for await (const chunk of content) {
    bytes += (chunk as Buffer).length;
    await value();
  }
  return bytes;
}

test('a source that sends less than the least rate fails, and says how much it sent', async () => {
  async function* drops() {
    for (;;) {
      yield Buffer.from('.');
      await pause(10);
    }
  }
  await expect(read(sourceOf(drops()))).rejects.toMatchObject({
    code: 'SOURCE_FAILED',
    message: expect.stringMatching(
      /it is too slow: it sent \d+ bytes in 0\.12 seconds, but at least 1000 are required\.$/,
    ),
  });
});

test('a source that is silent fails too', async () => {
  async function* silence() {
    await pause(60_000, undefined, { ref: false });
    yield Buffer.from('late');
  }
  await expect(read(sourceOf(silence()))).rejects.toMatchObject({ code: 'SOURCE_FAILED' });
});

test('a source that stops while its reader waits to see its beginning fails too', async () => {
  async function* beginning() {
    yield Buffer.alloc(500);
    await pause(60_000, undefined, { ref: false });
  }
  const { content } = await openMetered(sourceOf(beginning()), never, () => undefined, rate);
  await expect(peekBytes(content)).rejects.toMatchObject({ message: expect.stringContaining('it is too slow') });
});

test('a source is not too slow because its reader is', async () => {
  async function* chunks() {
    for (let count = 0; count < 4; count += 1) yield Buffer.alloc(100_000);
  }
  expect(await read(sourceOf(chunks()), () => pause(300))).toBe(400_000);
});

test('the bytes that count as read are those received, not those they decode to', async () => {
  let received = 0;
  async function* decoded() {
    for (let count = 0; count < 4; count += 1) {
      received += 10;
      yield Buffer.alloc(1_000);
    }
  }
  let counted = 0;
  const source = sourceOf(decoded());
  const { content } = await openMetered(
    { openStream: async (signal) => ({ ...(await source.openStream(signal)), receivedBytes: () => received }) },
    never,
    (bytes) => (counted += bytes),
  );
  for await (const chunk of content) expect(chunk).toHaveLength(1_000);
  expect(counted).toBe(40);
});
