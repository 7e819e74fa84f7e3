import { describe, expect, test } from '@jest/globals';
import { checkAll, checkBefore } from '#kernel/check-all.ts';
import { fail, failFields } from '#kernel/fail.ts';

const wrong = (field: string) => (): never => failFields({ [field]: ['No.'] });
const taken = (): never => fail('DATASET_ID_TAKEN', { datasetId: 'cities' });

describe('Checks of one input', () => {
  test('answer in their order where nothing is wrong', async () => {
    expect(
      checkAll(
        () => 1,
        () => 'a',
      ),
    ).toEqual([1, 'a']);
    expect(await checkBefore(async () => 1, wrong('next'))).toBe(1);
  });

  test('tell at once all that is wrong', async () => {
    const all = { code: 'INVALID_INPUT', fields: { a: ['No.'], b: ['No.'] } };
    expect(() => checkAll(wrong('a'), () => 1, wrong('b'))).toThrow(expect.objectContaining(all));
    await expect(checkBefore(wrong('a'), async () => wrong('b')())).rejects.toMatchObject(all);
  });

  test('leave a single fault as it is', async () => {
    expect(() => checkAll(() => 1, taken)).toThrow(expect.objectContaining({ code: 'DATASET_ID_TAKEN' }));
    await expect(checkBefore(taken, () => 1)).rejects.toMatchObject({ code: 'DATASET_ID_TAKEN' });
  });

  test('end with a failure that is no matter of fields', async () => {
    expect(() => checkAll(wrong('a'), () => fail('NOT_FOUND'), wrong('b'))).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    );
    await expect(
      checkBefore(wrong('a'), () => fail('PERMISSION_DENIED', { permission: 'administer' })),
    ).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    });
  });
});
