import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { InputIdentifiers } from './catalog-module.ts';
import type { JsonParts } from '#kernel/json.ts';
import type { RequestContext } from './context.ts';

/** Variables with checked names and unchecked values, which the graph checks. */
export type UncheckedVariables<Variables> = {
  readonly [Name in keyof Variables]: UncheckedValue<NonNullable<Variables[Name]>>;
};

/** The names of an input object are checked. Scalars, lists and JSON maps (any string is a name) are not. */
type UncheckedValue<Value> = Value extends string | number | boolean | readonly unknown[]
  ? unknown
  : string extends keyof Value
    ? unknown
    : Value extends object
      ? { readonly [Name in keyof Value]: unknown }
      : unknown;

/** The result of an operation. */
export interface OperationResult<Data> {
  /** The data. Where a plan executed the operation, reading a part of it parses this part. Open JSON that resolvers return may be a JsonText. */
  readonly data: Data;
  /** The data as JSON texts, where a plan executed the operation. */
  readonly parts?: JsonParts;
}

/** The graph for clients in the same process, such as the REST layer. */
export interface Graph {
  /** Runs a persisted operation. Fails INVALID_INPUT with every invalid variable, otherwise with the operation's first error. */
  executeWithParts<Data, Variables>(
    operation: TypedDocumentNode<Data, Variables>,
    variables: UncheckedVariables<Variables>,
    ctx: RequestContext,
  ): Promise<OperationResult<Data>>;
  /** Like `executeWithParts`, but returns only the data. */
  execute<Data, Variables>(
    operation: TypedDocumentNode<Data, Variables>,
    variables: UncheckedVariables<Variables>,
    ctx: RequestContext,
  ): Promise<Data>;
  /** Runs the prechecks of a persisted mutation, for clients that receive the rest of the input afterwards. */
  precheck<Data, Variables>(
    operation: TypedDocumentNode<Data, Variables>,
    identifiers: InputIdentifiers,
    ctx: RequestContext,
  ): Promise<void>;
}
