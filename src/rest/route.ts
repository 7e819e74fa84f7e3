import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { Kind } from 'graphql';
import type { AdmissionNames } from '../api/catalog-module.ts';
import type { Answered, GivenVariables } from '../api/graph.ts';
import type { RestInput } from './rest-input.ts';

/** A method of the contract. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The right that a refused request is asked for before it is told what else is wrong. */
export type Need = 'mayEdit' | 'mayPublish' | 'mayManage' | 'create_dataset' | 'manage_connection' | 'configure';

/** An answer of the contract, before it is sent. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A value or its JSON text; undefined for no body. */
  readonly body?: unknown;
  /** The SHA-256 of stored bytes, which are the body then. */
  readonly stored?: string;
  /** A text, which is the body then, as it is made. */
  readonly text?: AsyncIterable<string>;
}

/** Asks the graph in the name of the caller. */
export type Ask = <Data, Variables>(
  operation: TypedDocumentNode<Data, Variables>,
  variables: GivenVariables<Variables>,
) => Promise<Answered<Data>>;

/** Makes the checks of a mutation that precede its content, in the name of the caller. */
export type Admit = <Data, Variables>(
  operation: TypedDocumentNode<Data, Variables>,
  names: AdmissionNames,
) => Promise<void>;

/** Turns what an operation answered into the contract's answer; fails NOT_FOUND where the data is null. */
export type Responder<Data> = (answered: Answered<Data>, input: RestInput) => Answer;

/** One line of the contract: (method, path) → operation → responder. */
export interface RouteDefinition<Data, Variables> {
  readonly method: Method;
  /** Below the base, as the contract writes it: `/datasets/{dataset_uid}/`. */
  readonly path: string;
  readonly operation: TypedDocumentNode<Data, Variables>;
  readonly variables: (input: RestInput) => GivenVariables<Variables>;
  readonly respond: Responder<Data>;
  /** The rights that the operation needs, where its body or its parameters may be wrong. */
  readonly needs?: Need | readonly Need[];
  /** The route that reads the part which this one changes or tells of: without such a part the answer is 404, whatever else is wrong. */
  readonly part?: Route;
  /**
   * What the body is as a whole, as the graph names it: an open map, or records, of which one may stand alone. It must be
   * sent, and its names are the client's own.
   */
  readonly wholeBody?: 'metadata' | 'fields' | 'records';
  /** How the request names a field of the graph's input, where that differs by more than its letters. */
  readonly fieldName?: (field: string) => string;
  /** The values of the body's `type` that decide what else it says, where it is not the same for all. */
  readonly kinds?: readonly string[];
  /** Whether the body is multipart: with the part `file`, or a form with the part `data` and files. */
  readonly upload?: 'file' | 'form';
  /** The identifiers of the mutation's input, for the checks that the graph makes before such a body is read. */
  readonly admits?: (input: RestInput) => AdmissionNames;
}

/** A route whose types have been checked. */
export interface Route extends Pick<
  RouteDefinition<never, never>,
  'method' | 'path' | 'needs' | 'upload' | 'part' | 'wholeBody' | 'fieldName' | 'kinds'
> {
  /** The name of the operation. */
  readonly operation: string;
  readonly answer: (ask: Ask, input: RestInput) => Promise<Answer>;
  /** Makes the checks that precede the body. */
  readonly admit?: (admit: Admit, input: RestInput) => Promise<void>;
}

/** A path as the router has it: `{dataset_uid}` of the contract is `:dataset_uid`. */
export const urlOf = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** Makes a route of the contract; a wrong variable or field does not compile. */
export const route = <Data, Variables>({
  operation,
  variables,
  respond,
  admits,
  ...rest
}: RouteDefinition<Data, Variables>): Route => ({
  ...rest,
  operation: nameOf(operation),
  ...(admits && { admit: (admit: Admit, input: RestInput) => admit(operation, admits(input)) }),
  answer: async (ask, input) => respond(await ask(operation, variables(input)), input),
});

function nameOf<Data, Variables>({ definitions }: TypedDocumentNode<Data, Variables>): string {
  for (const definition of definitions)
    if (definition.kind === Kind.OPERATION_DEFINITION && definition.name) return definition.name.value;
  throw new Error('A persisted operation has a name.');
}
