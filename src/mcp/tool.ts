import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { DocumentNode } from 'graphql';
import { z } from 'zod';
import type { Graph, UncheckedVariables } from '#api/graph.ts';
import type { RequestContext } from '#api/context.ts';
import type { CatalogError } from '#kernel/fail.ts';

/** Executes an operation of the graph on behalf of the caller, and returns its data. */
export type ExecuteOperation = <Data, Variables>(
  operation: TypedDocumentNode<Data, Variables>,
  variables: UncheckedVariables<Variables>,
) => Promise<Data>;

/** A call of a tool, besides its arguments. */
interface ToolCall {
  readonly execute: ExecuteOperation;
  /** The first item to return, counted from 0: where the previous answer ended. */
  readonly start: number;
  /** Aborts when the client disconnects, or the server closes. */
  readonly signal: AbortSignal;
}

/** A JSON Schema. */
type JsonSchema = Readonly<Record<string, unknown>>;

/** A tool: an operation of the graph for programs that choose what to call by descriptions. */
export interface Tool {
  readonly name: string;
  /** Its name for people. */
  readonly title: string;
  readonly description: string;
  readonly arguments: z.ZodObject;
  /** Whether the operation changes something. Such tools need a key that may, and the setting MCP=read-write. */
  readonly isMutation: boolean;
  /** Whether a change may replace or remove what is there. */
  readonly isDestructive: boolean;
  /** Whether a second call with the same arguments changes nothing more. */
  readonly isIdempotent: boolean;
  /** Whether it reaches other servers than this one. */
  readonly isOpenWorld: boolean;
  /** The members of its answers, besides `page` and the members of a part. */
  readonly output: Readonly<Record<string, JsonSchema>>;
  /** The argument that the path of an error of the graph is about. */
  readonly argumentOf: (path: string) => string;
  readonly run: (given: Readonly<Record<string, unknown>>, call: ToolCall) => Promise<Answer>;
}

/** What a tool declares besides its operation. */
interface ToolDefinition<Shape extends z.ZodRawShape> extends Pick<Tool, 'name' | 'title' | 'description' | 'output'> {
  readonly arguments: Shape;
  readonly isDestructive?: boolean;
  /** Default: whether it changes nothing. */
  readonly isIdempotent?: boolean;
  readonly isOpenWorld?: boolean;
  readonly argumentOf?: Tool['argumentOf'];
}

/** The arguments of a call, as the shape of a tool parses them. */
type Arguments<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape, z.core.$strict>>;

/** Makes a tool of one operation. A variable or a field that the operation does not have is a type error. */
export const tool = <Data, Variables, Shape extends z.ZodRawShape>(
  operation: TypedDocumentNode<Data, Variables>,
  {
    variables,
    answer,
    ...definition
  }: ToolDefinition<Shape> & {
    readonly variables: (
      given: Arguments<Shape>,
      start: number,
      execute: ExecuteOperation,
    ) => UncheckedVariables<Variables> | Promise<UncheckedVariables<Variables>>;
    readonly answer: (data: Data, given: Arguments<Shape>, start: number) => Answer;
  },
): Tool =>
  customTool(operation, {
    ...definition,
    run: async (given, { execute, start }) =>
      answer(await execute(operation, await variables(given, start, execute)), given, start),
  });

/** Makes a tool whose `run` executes the operation itself. */
export function customTool<Data, Variables, Shape extends z.ZodRawShape>(
  operation: TypedDocumentNode<Data, Variables>,
  {
    run,
    arguments: shape,
    isDestructive = false,
    isIdempotent = !isMutation(operation),
    isOpenWorld = false,
    argumentOf = (path) => path,
    ...definition
  }: ToolDefinition<Shape> & {
    readonly run: (given: Arguments<Shape>, call: ToolCall) => Promise<Answer>;
  },
): Tool {
  const schema = z.strictObject(shape);
  return {
    ...definition,
    arguments: schema,
    isMutation: isMutation(operation),
    isDestructive,
    isIdempotent,
    isOpenWorld,
    argumentOf,
    run: (given, call) => run(schema.parse(given), call),
  };
}

/** A text of an answer. */
export const text: JsonSchema = { type: ['string', 'null'] };

/** A whole number of an answer. */
export const count: JsonSchema = { type: ['integer', 'null'] };

export const flag: JsonSchema = { type: ['boolean', 'null'] };

/** An object of an answer, whose members have the names of the graph. */
export const object: JsonSchema = { type: ['object', 'null'] };

/** A list of objects. */
export const objects: JsonSchema = { type: 'array', items: { type: 'object' } };

/** The kinds of operations that change something, without the enum of graphql, which a start would then load in another way. */
const changing: ReadonlySet<string> = new Set(['mutation']);

const isMutation = ({ definitions }: DocumentNode): boolean =>
  definitions.some((definition) => 'operation' in definition && changing.has(definition.operation));

/** What the tools need from the server. */
export interface McpServices {
  readonly graph: Graph;
  /** Whether tools may change something: the setting MCP. */
  readonly access: 'read-only' | 'read-write';
  /** The name of the catalog by its settings; undefined where it has none. */
  readonly nameOf: () => Promise<string | undefined>;
}

/** The caller of a request, and the functions that end it. */
export interface McpCaller {
  readonly ctx: RequestContext;
  /** Aborts when the client disconnects, or the server closes. */
  readonly signal: AbortSignal;
  /** Converts an error to one of the error table; an unexpected error is logged. */
  readonly failureOf: (error: unknown) => {
    readonly failure: CatalogError;
    readonly extensions: Readonly<Record<string, unknown>>;
  };
}

/** What a tool returns, before it is fitted to the size of an answer. */
export interface Answer {
  /** The members that the first answer has besides the list. */
  readonly head: object;
  readonly list?: AnswerList;
}

/** The list of an answer, which may continue in further answers. */
interface AnswerList {
  /** Its name in the answer. */
  readonly name: string;
  /** Items in a row. */
  readonly items: readonly unknown[];
  /** The position of the first of them in the whole list. */
  readonly start: number;
  /** The number of items of the whole list; undefined where it is not counted. */
  readonly total?: number | undefined;
  /** Whether items follow the last one. Default: whether `total` is larger. */
  readonly hasMore?: boolean;
  /** The position from which on no items can be read, with what to do instead. */
  readonly end?: { readonly position: number; readonly advice: string };
}
