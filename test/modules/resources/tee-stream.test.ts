import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { teeStream } from '#resources/resource-cache.ts';

const chunk = Buffer.alloc(64 * 1024, 'a');
const content = (chunks: number) =>
  Readable.from(
    Array.from({ length: chunks }, () => chunk),
    { objectMode: false },
  );

test('both readers of a tee stream receive all bytes', async () => {
  let second = Buffer.alloc(0);
  const first = teeStream(content(40), async (copy) => {
    second = await buffer(copy);
  });
  expect((await buffer(first)).length).toBe(40 * chunk.length);
  expect(second.length).toBe(40 * chunk.length);
});

test('a tee stream ends when its second reader has finished', async () => {
  let isDone = false;
  const first = teeStream(content(2), async (copy) => {
    await buffer(copy);
    await turn();
    isDone = true;
  });
  await buffer(first);
  expect(isDone).toBe(true);
});

test('a tee stream continues when its second reader fails', async () => {
  const early = teeStream(content(40), async () => Promise.reject(new Error('full')));
  expect((await buffer(early)).length).toBe(40 * chunk.length);
  const late = teeStream(content(40), async (copy) => {
    for await (const _part of copy) throw new Error('full');
  });
  expect((await buffer(late)).length).toBe(40 * chunk.length);
});

test('the second reader of a tee stream fails when the stream is destroyed or fails before its end', async () => {
  for (const broken of [false, true]) {
    const source = broken
      ? new Readable({
          read() {
            this.destroy(new Error('broken'));
          },
        })
      : content(40);
    const { promise: told, resolve } = Promise.withResolvers<unknown>();
    const first = teeStream(source, async (copy) => {
      await buffer(copy).catch(resolve);
    });
    if (broken) await expect(buffer(first)).rejects.toThrow('broken');
    else for await (const _part of first) break;
    expect(await told).toBeInstanceOf(Error);
    expect(source.destroyed).toBe(true);
  }
});
