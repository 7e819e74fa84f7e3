import { expect, test } from '@jest/globals';
import { statusOfKind } from '../../src/api/errors/status-of-kind.ts';
import { errorCodes } from '../../src/kernel/error-codes.ts';
import { filesBelow, textOf } from './sources.ts';

const texts = filesBelow('src')
  .filter((file) => !file.endsWith('error-codes.ts'))
  .map(textOf)
  .join('\n');
const thrown = new Set(
  [...texts.matchAll(/(?:\bfail\(|new CatalogError\(|\?\? fail\()\s*'([A-Z_]+)'/g)].map(([, code]) => code),
);

test('every failure that the code ends with stands in the table', () => {
  expect([...thrown].filter((code) => code !== undefined && !(code in errorCodes))).toEqual([]);
});

test('every failure of the table is one that the code ends with', () => {
  expect(Object.keys(errorCodes).filter((code) => !thrown.has(code) && !texts.includes(`'${code}'`))).toEqual([]);
});

test('every kind of failure has a status, and only the answers use them', () => {
  expect(Object.values(errorCodes).filter(({ kind }) => !(kind in statusOfKind))).toEqual([]);
});
