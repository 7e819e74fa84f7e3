import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { AdmissionNames } from './catalog-module.ts';
import type { AnswerParts } from './answer-parts.ts';
import type { RequestContext } from './context.ts';

/**
 * Variables as they came: the names are those of the operation and of its inputs, so that a wrong one does not compile;
 * the values may be anything, for the graph checks them.
 */
export type GivenVariables<Variables> = {
  readonly [Name in keyof Variables]: GivenValue<NonNullable<Variables[Name]>>;
};
type GivenValue<Value> = Value extends string | number | boolean | readonly unknown[]
  ? unknown
  : string extends keyof Value
    ? unknown
    : Value extends object
      ? { readonly [Name in keyof Value]: unknown }
      : unknown;

/** What an operation answers. */
export interface Answered<Data> {
  readonly data: Data;
  /** The same as JSON texts, where a plan answered: reading `data` parses them. */
  readonly parts?: AnswerParts;
}

/** The graph as its clients inside the process use it. */
export interface Graph {
  /**
   * Runs a persisted operation. Fails INVALID_INPUT, naming every variable and input field that is wrong; else with the
   * first failure of the operation.
   */
  answer<Data, Variables>(
    operation: TypedDocumentNode<Data, Variables>,
    variables: GivenVariables<Variables>,
    ctx: RequestContext,
  ): Promise<Answered<Data>>;
  /** The same, for the data alone. */
  execute<Data, Variables>(
    operation: TypedDocumentNode<Data, Variables>,
    variables: GivenVariables<Variables>,
    ctx: RequestContext,
  ): Promise<Data>;
  /** Makes the checks of a persisted mutation that precede its content, for clients that receive the content afterwards. */
  admit<Data, Variables>(
    operation: TypedDocumentNode<Data, Variables>,
    names: AdmissionNames,
    ctx: RequestContext,
  ): Promise<void>;
}
