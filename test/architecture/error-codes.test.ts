import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { httpStatusByKind } from '#api/errors/describe-errors.ts';
import { errorCodes } from '#kernel/error-codes.ts';
import { printErrorReference, printErrorTypes } from '#tools/print-error-reference.ts';
import { filesBelow, textOf } from './sources.ts';

const texts = filesBelow('src')
  .filter((file) => !file.endsWith('error-codes.ts') && !file.endsWith('errors/declares.ts'))
  .map(textOf)
  .join('\n')
  // what mutations declare does not throw it
  .replace(/\bfails: \[[^\]]*\]/g, '');
const thrown = new Set(
  [...texts.matchAll(/(?:\bfail\(|new CatalogError\(|\?\? fail\()\s*'([A-Z_]+)'/g)].map(([, code]) => code),
);

test('every code that is thrown is in the table', () => {
  expect([...thrown].filter((code) => code !== undefined && !(code in errorCodes))).toEqual([]);
});

test('every code of the table is used', () => {
  expect(Object.keys(errorCodes).filter((code) => !thrown.has(code) && !texts.includes(`'${code}'`))).toEqual([]);
});

test('every code is provoked through a public door: REST, the graph, tools or the process', () => {
  const throughDoors = filesBelow('test')
    .filter((file) => !file.startsWith('test/architecture/') && file !== 'test/graphql/error-codes.test.ts')
    .map(textOf)
    .filter((text) => /\b(testApp|createApp|createHttp|startBuilt\w*|spawn)\(/.test(text))
    .join('\n');
  expect(Object.keys(errorCodes).filter((code) => !throughDoors.includes(`'${code}`))).toEqual([]);
});

test('every kind of failure has an HTTP status', () => {
  expect(Object.values(errorCodes).filter(({ kind }) => !(kind in httpStatusByKind))).toEqual([]);
});

test.each([
  ['docs/reference/errors.md', printErrorReference],
  ['schema/errors.d.ts', printErrorTypes],
])('%s is what the code prints', (file, print) => {
  expect(readFileSync(file, 'utf8')).toBe(print());
});
