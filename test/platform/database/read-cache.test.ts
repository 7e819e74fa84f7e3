import { expect, test } from '@jest/globals';
import { CatalogError } from '#kernel/fail.ts';
import { createReadCache } from '#platform/database/read-cache.ts';

test('an answer is read once for a key', async () => {
  const remembered = createReadCache();
  let reads = 0;
  const read = async () => ++reads;
  expect(await remembered.getOrRead('a', read, 'keyed')).toBe(1);
  expect(await remembered.getOrRead('a', read, 'keyed')).toBe(1);
  expect(await remembered.getOrRead('b', read, 'keyed')).toBe(2);
});

test('calls during a read share it', async () => {
  const remembered = createReadCache();
  const { promise, resolve } = Promise.withResolvers<string>();
  let reads = 0;
  const read = () => {
    reads += 1;
    return promise;
  };
  const answers = Promise.all([remembered.getOrRead('a', read, 'keyed'), remembered.getOrRead('a', read, 'keyed')]);
  resolve('found');
  expect(await answers).toEqual(['found', 'found']);
  expect(reads).toBe(1);
});

test('a caller with a key does not wait for a read that waits for its turn among callers without a key', async () => {
  const remembered = createReadCache();
  const { promise, resolve } = Promise.withResolvers<string>();
  const waiting = remembered.getOrRead('a', () => promise, 'anonymous');
  expect(await remembered.getOrRead('a', async () => 'found', 'keyed')).toBe('found');
  expect(await remembered.getOrRead('a', () => promise, 'anonymous')).toBe('found');
  resolve('late');
  expect(await waiting).toBe('late');
});

test.each([
  ['the client of a read leaves', new CatalogError('CLIENT_DISCONNECTED')],
  ['the results of the request of a read are too large together', new CatalogError('ANSWER_TOO_LARGE', { limit: 32 })],
])('where %s, the callers that share it read again, together', async (_reason, error) => {
  const remembered = createReadCache();
  const left = Promise.withResolvers<string>();
  let reads = 0;
  const first = remembered.getOrRead('a', () => left.promise, 'keyed');
  const joined = [1, 2].map(() => remembered.getOrRead('a', async () => `read ${String(++reads)}`, 'keyed'));
  left.reject(error);
  await expect(first).rejects.toBe(error);
  expect(await Promise.all(joined)).toEqual(['read 1', 'read 1']);
});

test('an error is not remembered', async () => {
  const remembered = createReadCache();
  await expect(remembered.getOrRead('a', () => Promise.reject(new Error('lost')), 'keyed')).rejects.toThrow('lost');
  expect(await remembered.getOrRead('a', () => Promise.resolve(1), 'keyed')).toBe(1);
});

test('a long answer is returned, and not remembered', async () => {
  const remembered = createReadCache();
  let reads = 0;
  const read = async () => `${++reads}${'x'.repeat(5 * 1024 * 1024)}`;
  expect(String(await remembered.getOrRead('a', read, 'keyed')).startsWith('1x')).toBe(true);
  expect(String(await remembered.getOrRead('a', read, 'keyed')).startsWith('2x')).toBe(true);
});
