import { expect, test } from '@jest/globals';
import { errorCodes } from '#kernel/error-codes.ts';
import { CatalogError, fail, failFields } from '#kernel/fail.ts';
import { createStateMachine } from '#kernel/state-machine.ts';

const door = createStateMachine(
  { open: { close: 'closed' }, closed: { open: 'open', lock: 'locked' }, locked: {} },
  'INVALID_DATASET_STATUS',
);

test('an event leads to the state that the table names', () => {
  expect(door.next('open', 'close')).toBe('closed');
  expect(door.allowing('lock')).toEqual(['closed']);
});

test('an event that the table does not allow is refused, naming the state and the allowed ones', () => {
  expect(() => door.next('locked', 'open')).toThrow('The dataset is locked; open is allowed while it is closed.');
});

test('a failure fills its message from its details, and names the field that the table knows', () => {
  expect(() => fail('DATASET_ID_TAKEN', { datasetId: 'x' })).toThrow(CatalogError);
  const failure = new CatalogError('DATASET_ID_TAKEN', { datasetId: 'x' });
  expect(failure.fields).toEqual({ datasetId: ['Another dataset has the identifier x.'] });
  expect(failure.entry).toBe(errorCodes.DATASET_ID_TAKEN);
  expect(() => failFields({ title: ['Give one.'] })).toThrow('title: Give one.');
});
