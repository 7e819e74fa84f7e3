import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { administrationRoutes } from '../../src/rest/administration-routes.ts';

const base = '/api/automation/v1.0';
const [, ...lines] = readFileSync('test/contract/operations.tsv', 'utf8').trim().split('\n');
const contract = new Set(lines.map((line) => line.split('\t')).map(([, , method, path]) => `${method ?? ''} ${path ?? ''}`));
const rows = administrationRoutes.map(({ method, path }) => `${method} ${base}${path}`);

test('every row of the layer is an operation of the contract', () => {
  expect(rows.filter((row) => !contract.has(row))).toEqual([]);
});

test('no operation has two rows', () => {
  expect(rows.filter((row, at) => rows.indexOf(row) !== at)).toEqual([]);
});
