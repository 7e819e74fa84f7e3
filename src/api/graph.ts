import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { InputIdentifiers } from './catalog-module.ts';
import type { AnswerParts } from './answer-parts.ts';
import type { RequestContext } from './context.ts';

/**
 * Unchecked variables. Their names are those of the operation and of its inputs, so a wrong name does not compile; their values may be
 * anything, because the graph checks them.
 */
export type UncheckedVariables<Variables> = {
  readonly [Name in keyof Variables]: UncheckedValue<NonNullable<Variables[Name]>>;
};
type UncheckedValue<Value> = Value extends string | number | boolean | readonly unknown[]
  ? unknown
  : string extends keyof Value
    ? unknown
    : Value extends object
      ? { readonly [Name in keyof Value]: unknown }
      : unknown;

/** The answer of an operation. */
export interface OperationAnswer<Data> {
  readonly data: Data;
  /** The same as JSON texts, where a plan answered: reading `data` parses them. */
  readonly parts?: AnswerParts;
}

/** The graph as its clients inside the process use it. */
export interface Graph {
  /**
   * Runs a persisted operation. Fails INVALID_INPUT with every invalid variable and input field; otherwise with the first error of the
   * operation.
   */
  answer<Data, Variables>(
    operation: TypedDocumentNode<Data, Variables>,
    variables: UncheckedVariables<Variables>,
    ctx: RequestContext,
  ): Promise<OperationAnswer<Data>>;
  /** Like `answer`, but returns only the data. */
  execute<Data, Variables>(
    operation: TypedDocumentNode<Data, Variables>,
    variables: UncheckedVariables<Variables>,
    ctx: RequestContext,
  ): Promise<Data>;
  /** Makes the checks of a persisted mutation that precede its content, for clients that receive the content afterwards. */
  precheck<Data, Variables>(
    operation: TypedDocumentNode<Data, Variables>,
    names: InputIdentifiers,
    ctx: RequestContext,
  ): Promise<void>;
}
