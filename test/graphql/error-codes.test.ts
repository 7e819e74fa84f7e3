import { expect, test } from '@jest/globals';
import { errorCodes } from '#kernel/error-codes.ts';
import { testApp } from '../support/app.ts';

const { unauthenticated: visitor } = await testApp();
const codes = Object.keys(errorCodes).sort();

test('errorCodes lists every code of the enum, which has every code of the table', async () => {
  const data = await visitor.data('{ errorCodes { code } __type(name: "ErrorCode") { enumValues { name } } }');
  expect(data.errorCodes.map(({ code }: { code: string }) => code)).toEqual(codes);
  expect(data.__type.enumValues.map(({ name }: { name: string }) => name).sort()).toEqual(codes);
});

test('an entry has the status of REST, the message and the members of the extensions with their types', async () => {
  const { errorCodes: entries } = await visitor.data(
    '{ errorCodes { code status isRetryable field message description extensions { name type description } } }',
  );
  const entryOf = (wanted: string) => entries.find(({ code }: { code: string }) => code === wanted);
  expect(entryOf('DATASET_ID_TAKEN')).toEqual({
    code: 'DATASET_ID_TAKEN',
    status: 400,
    isRetryable: false,
    field: 'datasetId',
    message: 'Another dataset has the identifier {datasetId}.',
    description: 'Another dataset has the identifier {datasetId}.',
    extensions: [{ name: 'datasetId', type: 'String', description: 'The identifier of the dataset.' }],
  });
  expect(entryOf('OVERLOADED')).toMatchObject({ status: 503, isRetryable: true, field: null });
  expect(entryOf('INTERNAL_ERROR')).toMatchObject({ status: 500, extensions: [{ name: 'trace_id' }] });
  expect(entryOf('INVALID_INPUT')).toMatchObject({ message: '{reason}', description: 'An input is invalid.' });
});

test('an error has exactly the extensions that errorCodes lists for its code', async () => {
  const { errorCodes: entries } = await visitor.data('{ errorCodes { code extensions { name } } }');
  const namesOf = (wanted: unknown): readonly string[] =>
    entries
      .find(({ code }: { code: string }) => code === wanted)
      .extensions.map(({ name }: { name: string }) => name)
      .sort();
  for (const query of [
    '{ datasets { totalCount } }',
    '{ unknown }',
    '{',
    `{ ${'catalogDataset { uid } '.repeat(30)} }`,
  ]) {
    const { errors } = await visitor.graph(query);
    const { code, fields: _fields, ...others } = errors?.[0]?.extensions ?? {};
    expect({ query, others: Object.keys(others).sort() }).toEqual({ query, others: namesOf(code) });
  }
});
