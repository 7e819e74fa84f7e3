import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { getOperationAST, Kind, OperationTypeNode, type DocumentNode } from 'graphql';
import type { InputIdentifiers } from '#api/catalog-module.ts';
import type { OperationResult, UncheckedVariables } from '#api/graph.ts';
import {
  type BodyForm,
  bodyFormOf,
  mappingOf,
  pathIdentifiers,
  readVariables,
  type RequestMapping,
  type RestInput,
  type VariableSources,
} from './request/request-value.ts';
import type { Responder, RestResponse } from './responders/responders.ts';

/** A method of the contract. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A right on the dataset of the path, a permission of the caller, or `configure`: any right to configure something. */
export type Right = 'mayEdit' | 'mayPublish' | 'mayManage' | 'create_dataset' | 'manage_connection' | 'configure';

/** Executes an operation of the graph on behalf of the caller. */
export type ExecuteOperation = <Data, Variables>(
  operation: TypedDocumentNode<Data, Variables>,
  variables: UncheckedVariables<Variables>,
) => Promise<OperationResult<Data>>;

/** Runs the prechecks of a mutation on behalf of the caller, before its content is read. */
export type Precheck = <Data, Variables>(
  operation: TypedDocumentNode<Data, Variables>,
  names: InputIdentifiers,
) => Promise<void>;

/**
 * The requirements of a route beyond its method, path, operation and responder. All of it is checked before the request's
 * content, so that a caller without the right learns nothing else (docs/contract/rest.md 1, Order of checks).
 */
export interface RouteNeeds {
  /** The rights that the caller must have, in the order in which they are checked. */
  readonly rights?: readonly Right[];
  /** The route that reads the object which this route changes or lists from. The response is 404 when that object does not exist. */
  readonly target?: Route;
  /** Whether the graph checks the identifiers in the path before the body is read. */
  readonly precheck?: boolean;
}

/** What every route declares besides its operation. */
interface RouteDefinition<Variables> {
  readonly method: Method;
  /** The path below the base, as the contract writes it: `/datasets/{dataset_uid}/`. */
  readonly path: string;
  readonly variables: VariableSources<Variables>;
  readonly needs?: RouteNeeds;
  /** Whether caches may keep what callers without a key read: it depends on nothing but the address. Default: no. */
  readonly isPublic?: boolean;
  /** The query parameters that are `true` or `false` and shape the response, not the operation, with their descriptions. */
  readonly flags?: Readonly<Record<string, string>>;
}

/** One line of the contract: (method, path) → operation → responder. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  /** The name of the operation. */
  readonly operation: string;
  readonly document: DocumentNode;
  /** Whether the operation changes something. */
  readonly isMutation: boolean;
  /** Where the variables of the operation come from. */
  readonly variables: RequestMapping;
  readonly body: BodyForm;
  readonly needs: RouteNeeds;
  /** Whether caches may keep what callers without a key read. */
  readonly isPublic: boolean;
  readonly flags: Readonly<Record<string, string>>;
  readonly describeResponse: Responder<never>['describe'];
  readonly respond: (execute: ExecuteOperation, input: RestInput) => Promise<RestResponse>;
  /** Runs the prechecks of the mutation before the body is read, where the route needs them. */
  readonly precheck?: (precheck: Precheck, input: RestInput) => Promise<void>;
}

/** Makes a route. A variable, a field or a path of the result that the operation does not have is a type error. */
export const route = <Data, Variables>(
  operation: TypedDocumentNode<Data, Variables>,
  { respond: { respond, describe }, ...definition }: RouteDefinition<Variables> & { readonly respond: Responder<Data> },
): Route =>
  customRoute(operation, {
    ...definition,
    describeResponse: describe,
    respond: async (execute, input, variables) => respond(await execute(operation, variables), input),
  });

/** Makes a route whose `respond` executes the operation itself. */
export function customRoute<Data, Variables>(
  operation: TypedDocumentNode<Data, Variables>,
  {
    method,
    path,
    variables,
    needs = {},
    isPublic = false,
    flags = {},
    describeResponse,
    respond,
  }: RouteDefinition<Variables> & {
    readonly describeResponse: Route['describeResponse'];
    readonly respond: (
      execute: ExecuteOperation,
      input: RestInput,
      variables: UncheckedVariables<Variables>,
    ) => Promise<RestResponse>;
  },
): Route {
  const mapping = mappingOf(variables);
  return {
    method,
    path,
    operation: nameOf(operation),
    document: operation,
    isMutation: getOperationAST(operation)?.operation === OperationTypeNode.MUTATION,
    variables: mapping,
    body: bodyFormOf(mapping),
    needs,
    isPublic,
    flags,
    describeResponse,
    ...(needs.precheck && { precheck: (precheck, input) => precheck(operation, pathIdentifiers(mapping, input)) }),
    respond: (execute, input) => respond(execute, input, readVariables<Variables>(mapping, input)),
  };
}

/** A path as the router has it: `{dataset_uid}` of the contract is `:dataset_uid`. */
export const urlOf = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** The names of a path's parameters, in their order. */
export const pathParameters = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

function nameOf({ definitions }: DocumentNode): string {
  for (const definition of definitions)
    if (definition.kind === Kind.OPERATION_DEFINITION && definition.name) return definition.name.value;
  throw new Error('A persisted operation has a name.');
}
