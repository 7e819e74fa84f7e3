import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { Kind, OperationTypeNode, parse } from 'graphql';
import { administrationRoutes } from '../../src/rest/administration-routes.ts';
import { administration, rowsOf } from './operations.ts';

const persisted = new Map(readdirSync('schema/operations').flatMap((name) => parse(readFileSync(`schema/operations/${name}`, 'utf8')).definitions)
  .flatMap((each) => (each.kind === Kind.OPERATION_DEFINITION && each.name ? [[each.name.value, each.operation] as const] : [])));

test('there are eighty operations of the specification, and five for connections', () => {
  expect(administration).toHaveLength(85);
});

test('every operation has one row', () => {
  expect(administration.filter((operation) => rowsOf(operation).length !== 1).map(({ name }) => name)).toEqual([]);
});

test('every row is an operation', () => {
  const known = new Set(administration.map(({ method, path }) => `${method} ${path}`));
  expect(administrationRoutes.map(({ method, path }) => `${method} ${path}`).filter((row) => !known.has(row))).toEqual([]);
});

test('every row has a counterpart of its own in the graph, which changes nothing where the row is read', () => {
  const names = administrationRoutes.map(({ operation }) => operation);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(names.filter((name) => !persisted.has(name))).toEqual([]);
  const changing = administrationRoutes.filter(({ operation }) => persisted.get(operation) === OperationTypeNode.MUTATION);
  expect(changing.filter(({ method }) => method === 'GET')).toEqual([]);
});
