import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { RequestContext } from './context.ts';

/** Variables as they came: names are those of the operation, values are checked by the graph. */
export type GivenVariables<Variables> = { readonly [Name in keyof Variables]: unknown };

/** The graph as its clients inside the process use it. */
export interface Graph {
  /**
   * Runs a persisted operation and answers its data. Fails INVALID_INPUT, naming every variable and input field that is
   * wrong; else with the first failure of the operation.
   */
  execute<Data, Variables>(
    operation: TypedDocumentNode<Data, Variables>, variables: GivenVariables<Variables>, ctx: RequestContext,
  ): Promise<Data>;
}
