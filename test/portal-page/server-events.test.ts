import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { serverEvents } from '#portal-page/server-events.ts';

const stream = (bytes: Uint8Array, sizes: readonly number[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      let at = 0;
      for (const size of [...sizes, bytes.length]) {
        if (at < bytes.length) controller.enqueue(bytes.slice(at, at + size));
        at += size;
      }
      controller.close();
    },
  });

test('events are read whole, wherever the network divides them', async () => {
  const text =
    ':\n\nevent: next\ndata: {"data":"é€😀"}\n\n:\n\nevent: next\r\ndata: a\r\ndata: b\r\n\r\nevent: complete\ndata:\n\n';
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 10 }), async (sizes) => {
      const events = [];
      for await (const event of serverEvents(stream(new TextEncoder().encode(text), sizes))) events.push(event);
      expect(events).toEqual([
        { name: 'next', data: '{"data":"é€😀"}' },
        { name: 'next', data: 'a\nb' },
        { name: 'complete', data: '' },
      ]);
    }),
  );
});
