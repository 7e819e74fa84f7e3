import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { Kind } from 'graphql';
import type { Answered, GivenVariables, Graph } from '../api/graph.ts';
import type { RestInput } from './rest-input.ts';

/** A method of the contract. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The right that a refused request is asked for before it is told what else is wrong. */
export type Need = 'mayEdit' | 'mayPublish' | 'mayManage' | 'create_dataset';

/** An answer of the contract, before it is sent. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A value or its JSON text, or a stream of bytes; undefined for no body. */
  readonly body?: unknown;
}

/** Turns what an operation answered into the contract's answer; fails NOT_FOUND where the data is null. */
export type Responder<Data> = (answered: Answered<Data>, input: RestInput) => Answer | Promise<Answer>;

/** One line of the contract: (method, path) → operation → responder. */
export interface Row<Data, Variables> {
  readonly method: Method;
  /** Below the base, as the contract writes it: `/datasets/{dataset_uid}/`. */
  readonly path: string;
  readonly operation: TypedDocumentNode<Data, Variables>;
  readonly variables: (input: RestInput) => GivenVariables<Variables>;
  readonly respond: Responder<Data>;
  /** The right that the operation needs, where it has a body. */
  readonly needs?: Need;
  /** The row that reads the part which this one changes: without such a part the answer is 404, whatever the body. */
  readonly part?: Route;
  /** The open map that the body is as a whole, as the graph names it: it must be sent, and its names are the client's own. */
  readonly wholeBody?: 'metadata' | 'fields';
  /** How the body names a field of the graph's input, where that differs by more than its letters. */
  readonly fieldName?: (field: string) => string;
  /** Whether the body is multipart, with the part `file`. */
  readonly upload?: true;
}

/** A row whose types have been checked. */
export interface Route extends Pick<Row<never, never>, 'method' | 'path' | 'needs' | 'upload' | 'part' | 'wholeBody' | 'fieldName'> {
  /** The name of the operation. */
  readonly operation: string;
  readonly answer: (graph: Graph, input: RestInput) => Promise<Answer>;
}

/** Makes a row of the contract; a wrong variable or field does not compile. */
export const row = <Data, Variables>({ operation, variables, respond, ...rest }: Row<Data, Variables>): Route => ({
  ...rest,
  operation: nameOf(operation),
  answer: async (graph, input) => respond(await graph.answer(operation, variables(input), input.ctx), input),
});

function nameOf<Data, Variables>({ definitions }: TypedDocumentNode<Data, Variables>): string {
  for (const definition of definitions) if (definition.kind === Kind.OPERATION_DEFINITION && definition.name) return definition.name.value;
  throw new Error('A persisted operation has a name.');
}
