import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { writeTemporaryFile } from '#engine/datasource/datasource.ts';
import { TemporaryFile } from '#platform/storage/temporary-file.ts';

test('a stream that is abandoned early does not close the file for others', async () => {
  const file = await TemporaryFile.write(Readable.from([Buffer.alloc(200_000, 'a')]));
  for await (const chunk of file.openStream(10)) {
    expect(chunk.length).toBeLessThan(200_000);
    break;
  }
  expect(await buffer(file.openStream(10))).toHaveLength(199_990);
  await file.close();
});

test('a temporary file can be read at any position, several times', async () => {
  const file = await TemporaryFile.write(Readable.from([Buffer.from('hello, '), Buffer.from('world')]));
  expect(file.size).toBe(12);
  expect((await file.read(7, 3)).toString()).toBe('wor');
  expect((await file.read(10, 100)).toString()).toBe('ld');
  expect((await file.read(-4, 2)).length + (await file.read(50, 2)).length).toBe(0);
  const [all, part, none] = await Promise.all(
    [file.openStream(), file.openStream(0, 5), file.openStream(5, 5)].map((stream) => buffer(stream)),
  );
  expect([all, part, none].map(String)).toEqual(['hello, world', 'hello', '']);
  await file.close();
});

test('a temporary file exists until it is closed, also when a stream of it is abandoned', async () => {
  const file = await TemporaryFile.write(Readable.from([Buffer.alloc(200_000, 'x')]));
  for await (const _ of file.openStream()) break;
  expect(await buffer(file.openStream())).toHaveLength(200_000);
  await file.close();
});

test('a temporary file refuses content beyond its limit, and fails with the error of its content', async () => {
  const endless = new Readable({
    read() {
      this.push(Buffer.alloc(1000));
    },
  });
  await expect(writeTemporaryFile(endless, 10_000)).rejects.toMatchObject({
    code: 'EXTRACTION_FAILED',
    message: expect.stringMatching(/larger than 10000 bytes/),
  });
  expect(endless.destroyed).toBe(true);
  const broken = new Readable({
    read() {
      this.destroy(new Error('gone'));
    },
  });
  await expect(TemporaryFile.write(broken)).rejects.toThrow('gone');
});
