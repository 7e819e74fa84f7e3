import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Kind, OperationTypeNode, parse } from 'graphql';
import { contractApis } from '#rest/rest-apis.ts';
import { administration, operationLines, operationsOf, portal, type Operation } from '../requests/operations.ts';

const persisted = new Map(
  readdirSync('schema/operations')
    .flatMap((name) => parse(readFileSync(`schema/operations/${name}`, 'utf8')).definitions)
    .flatMap((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION && definition.name
        ? [[definition.name.value, definition.operation] as const]
        : [],
    ),
);

test('every line of the contract is an operation of the Automation API or of the Portal API', () => {
  expect([...administration, ...portal]).toHaveLength(operationLines.length);
});

const pathOf = ({ method, path }: Pick<Operation, 'method' | 'path'>): string => `${method} ${path}`;

describe.each(contractApis)('In the $title', (api) => {
  const operations = operationsOf(api);
  const routes = api.routes.map(pathOf);

  test('every operation has one route', () => {
    expect(
      operations
        .filter((operation) => routes.filter((route) => route === pathOf(operation)).length !== 1)
        .map(({ name }) => name),
    ).toEqual([]);
  });

  test('every route is an operation', () => {
    expect(routes.filter((route) => !operations.map(pathOf).includes(route))).toEqual([]);
  });

  test('every route has its own name, and a GraphQL operation, which is no mutation for a GET', () => {
    const ids = api.routes.map(({ operationId }) => operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(api.routes.filter(({ operation }) => !persisted.has(operation))).toEqual([]);
    const changing = api.routes.filter(({ operation }) => persisted.get(operation) === OperationTypeNode.MUTATION);
    expect(changing.filter(({ method }) => method === 'GET')).toEqual([]);
  });
});
