import { expect, test } from '@jest/globals';
import { rememberReads } from '../../../src/platform/database/remember-reads.ts';

test('an answer is read once for a key', async () => {
  const remembered = rememberReads();
  let reads = 0;
  const read = async () => ++reads;
  expect(await remembered.recall('a', read)).toBe(1);
  expect(await remembered.recall('a', read)).toBe(1);
  expect(await remembered.recall('b', read)).toBe(2);
});

test('calls during a read share it', async () => {
  const remembered = rememberReads();
  const { promise, resolve } = Promise.withResolvers<string>();
  let reads = 0;
  const read = () => {
    reads += 1;
    return promise;
  };
  const answers = Promise.all([remembered.recall('a', read), remembered.recall('a', read)]);
  resolve('found');
  expect(await answers).toEqual(['found', 'found']);
  expect(reads).toBe(1);
});

test('an error is not remembered', async () => {
  const remembered = rememberReads();
  await expect(remembered.recall('a', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  expect(await remembered.recall('a', () => Promise.resolve(1))).toBe(1);
});

test('a long answer is returned, and not remembered', async () => {
  const remembered = rememberReads();
  let reads = 0;
  const read = async () => `${++reads}${'x'.repeat(5 * 1024 * 1024)}`;
  expect(String(await remembered.recall('a', read)).startsWith('1x')).toBe(true);
  expect(String(await remembered.recall('a', read)).startsWith('2x')).toBe(true);
});
