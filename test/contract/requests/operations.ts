import { readFileSync } from 'node:fs';
import { administrationApi, portalApi, type RestApi } from '#rest/rest-apis.ts';
import type { Method, Route } from '#rest/route.ts';

/** An operation of the contract: a line of `docs/contract/operations.tsv`. */
export interface Operation {
  /** The interface that the operation belongs to. */
  readonly api: RestApi;
  readonly family: string;
  readonly name: string;
  readonly method: Method;
  /** Below the base of its interface: `/datasets/{dataset_uid}/`. */
  readonly path: string;
  /** The status of its success. */
  readonly ok: number;
}

/** The lines of the list of operations, without its header. */
export const operationLines = readFileSync('docs/contract/operations.tsv', 'utf8').trim().split('\n').slice(1);

/** The operations of one interface. */
export const operationsOf = (api: RestApi): readonly Operation[] =>
  operationLines
    .map((line) => line.split('\t'))
    .flatMap(([family = '', name = '', method, path = '', ok]) =>
      path.startsWith(api.base)
        ? [{ api, family, name, method: method as Method, path: path.slice(api.base.length), ok: Number(ok) }]
        : [],
    );

export const administration = operationsOf(administrationApi);
export const portal = operationsOf(portalApi);

/** The routes of an operation; exactly one is expected. */
export const routesOf = ({ api, method, path }: Pick<Operation, 'api' | 'method' | 'path'>): readonly Route[] =>
  api.routes.filter((route) => route.method === method && route.path === path);

/** How the body of an operation is sent; undefined where no route answers it. */
export const bodyKindOf = (operation: Operation): Route['body']['kind'] | undefined =>
  routesOf(operation)[0]?.body.kind;

/** Whether an operation takes a file or a form with files. */
export const isMultipart = (operation: Operation): boolean => ['file', 'form'].includes(bodyKindOf(operation) ?? '');

/** The operations that have a route. */
export const routedOperations: readonly Operation[] = [...administration, ...portal].filter(
  (operation) => routesOf(operation).length > 0,
);

/** The names of the parameters of a path, in order. */
export const parametersOf = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');

/** Whether a POST to the path creates a ruleset: that answers 200, except below a dataset (docs/contract/administration.md 1). */
const isRulesetFolder = (path: string): boolean => /\/security\/(users|groups)\/$/.test(path);

/** The operation that reads what another one creates: `…/processors/` → `GET …/processors/{processor_uid}/`. */
export const readerOf = ({ api, method, path, ok }: Operation): Operation | undefined =>
  method === 'POST' && (ok === 201 || isRulesetFolder(path))
    ? routedOperations.find(
        (other) =>
          other.api === api &&
          other.method === 'GET' &&
          other.path.startsWith(path) &&
          /^\{\w+\}\/$/.test(other.path.slice(path.length)),
      )
    : undefined;
