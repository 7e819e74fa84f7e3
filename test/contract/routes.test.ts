import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Kind, OperationTypeNode, parse } from 'graphql';
import { contractApis } from '../../src/rest/rest-apis.ts';
import { administration, operationsOf, portal, type Operation } from './operations.ts';

const persisted = new Map(
  readdirSync('schema/operations')
    .flatMap((name) => parse(readFileSync(`schema/operations/${name}`, 'utf8')).definitions)
    .flatMap((each) =>
      each.kind === Kind.OPERATION_DEFINITION && each.name ? [[each.name.value, each.operation] as const] : [],
    ),
);

test('there are eighty operations of the specification and five for connections, and sixteen of the portal', () => {
  expect(administration).toHaveLength(85);
  expect(portal).toHaveLength(16);
});

const addressOf = ({ method, path }: Pick<Operation, 'method' | 'path'>): string => `${method} ${path}`;

describe.each(contractApis)('In the $title', (api) => {
  const operations = operationsOf(api);
  const routes = api.routes.map(addressOf);

  test('every operation has one route', () => {
    expect(
      operations
        .filter((operation) => routes.filter((route) => route === addressOf(operation)).length !== 1)
        .map(({ name }) => name),
    ).toEqual([]);
  });

  test('every route is an operation', () => {
    expect(routes.filter((route) => !operations.map(addressOf).includes(route))).toEqual([]);
  });

  test('every route has a counterpart of its own in the graph, which changes nothing where the route is read', () => {
    const names = api.routes.map(({ operation }) => operation);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(names.filter((name) => !persisted.has(name))).toEqual([]);
    const changing = api.routes.filter(({ operation }) => persisted.get(operation) === OperationTypeNode.MUTATION);
    expect(changing.filter(({ method }) => method === 'GET')).toEqual([]);
  });
});
