import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { GraphResult, SendDocument } from './rendering.ts';

/** Reads documents of the page from the graph, on the server and in the browser. */
export interface Reader {
  /**
   * Reads a document. A part that failed is null in the data and stands in `failures`. Throws a GraphError where there is no data, or where a
   * root field failed.
   */
  read<Data, Variables extends Readonly<Record<string, unknown>>>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    signal?: AbortSignal,
  ): Promise<ReadResult<Data>>;
}

/** The data of a document, and what could not be read of it. */
export interface ReadResult<Data> {
  readonly data: Data;
  readonly failures: readonly PartFailure[];
}

/** A part that could not be read. */
export interface PartFailure {
  /** Where it is in the data, such as `catalogDataset.records`. */
  readonly path: string;
  readonly error: GraphError;
}

/** An error of the graph. */
export class GraphError extends Error {
  constructor(
    /** The message of the service, in English. */
    message: string,
    /** The code of the error, from the table of the service. */
    readonly code: string,
    /** What the service adds to the code, such as the seconds after which to try again. */
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }
}

/** Creates a reader of what `send` returns. */
export const createReader = (send: SendDocument): Reader => ({
  async read(document, variables, signal) {
    const result = await send(idOf(document), variables, signal);
    return readResult(result);
  },
});

/** Reads a result. The generated type of a document is that of its data. */
export function readResult<Data>({ data, errors = [] }: GraphResult): ReadResult<Data> {
  const failures = errors.map(({ message, path = [], extensions = {} }) => ({
    path: path.join('.'),
    error: new GraphError(message, textOr(extensions['code'], 'INTERNAL_ERROR'), extensions),
    isRoot: path.length <= 1,
  }));
  const fatal = failures.find(({ isRoot }) => isRoot) ?? (data == null ? failures[0] : undefined);
  if (fatal) throw fatal.error;
  if (data == null) throw new GraphError('The response has no data.', 'INTERNAL_ERROR');
  return { data: data as Data, failures };
}

const textOr = (value: unknown, other: string): string => (typeof value === 'string' ? value : other);

/** The hash by which the service knows a document. */
export function idOf(document: object): string {
  const meta: unknown = '__meta__' in document ? document.__meta__ : undefined;
  const hash: unknown = typeof meta === 'object' && meta !== null && 'hash' in meta ? meta.hash : undefined;
  if (typeof hash !== 'string') throw new GraphError('The document has no hash.', 'INTERNAL_ERROR');
  return hash;
}

/** The answers that a page was rendered with, so that the browser begins with them. */
export interface RecordedAnswer {
  readonly documentId: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly result: GraphResult;
}

/** Records what is sent. */
export function recording(send: SendDocument): { send: SendDocument; answers: RecordedAnswer[] } {
  const answers: RecordedAnswer[] = [];
  return {
    answers,
    send: async (documentId, variables, signal) => {
      const result = await send(documentId, variables, signal);
      answers.push({ documentId, variables, result });
      return result;
    },
  };
}

/** Answers each recorded request once with what was recorded, and sends all others. */
export function replaying(answers: readonly RecordedAnswer[], send: SendDocument): SendDocument {
  const left = new Map(answers.map((answer) => [keyOf(answer.documentId, answer.variables), answer.result]));
  return async (documentId, variables, signal) => {
    const key = keyOf(documentId, variables);
    const recorded = left.get(key);
    left.delete(key);
    return recorded ?? send(documentId, variables, signal);
  };
}

const keyOf = (documentId: string, variables: object): string => documentId + JSON.stringify(variables);
