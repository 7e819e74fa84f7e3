import { expect, test } from '@jest/globals';
import { CatalogError, fail, failFields } from '#kernel/fail.ts';
import { mapCollectingErrors } from '#kernel/check-all.ts';

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof CatalogError ? [error.code, error.fields] : error),
  );

test('every item is processed, and all errors are reported at once by path', async () => {
  expect(
    await mapCollectingErrors(
      [1, 2],
      (index) => `items.${index}`,
      (item, index) => item + index,
    ),
  ).toEqual([1, 3]);
  const odd = (item: number) => (item % 2 ? failFields({ size: [`${item} is odd.`] }) : item);
  expect(await refusal(mapCollectingErrors([1, 2, 3], (index) => `items.${index}`, odd))).toEqual([
    'INVALID_INPUT',
    { 'items.0.size': ['1 is odd.'], 'items.2.size': ['3 is odd.'] },
  ]);
  expect(await refusal(mapCollectingErrors([1], () => '', odd))).toEqual(['INVALID_INPUT', { size: ['1 is odd.'] }]);
});

test('any other failure ends the work as it is', async () => {
  expect(await refusal(mapCollectingErrors([1], String, () => fail('NOT_FOUND')))).toEqual(['NOT_FOUND', undefined]);
  const unforeseen = new Error('unforeseen');
  expect(
    await refusal(
      mapCollectingErrors([1], String, () => {
        throw unforeseen;
      }),
    ),
  ).toBe(unforeseen);
});
