import {
  type ASTVisitor,
  type DocumentNode,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
  type ValidationContext,
} from 'graphql';
import { assertStorable } from '#api/assert-storable.ts';
import { CatalogError } from '#kernel/fail.ts';
import { requireWritable, type Session } from '#api/session.ts';
import { asksForIntrospection, limitRules, limits, queryTooComplexError } from './limit-rules.ts';
import { createIdDecoder } from './global-ids.ts';
import { chargeOperationInApollo, createOperationCost } from './operation-cost.ts';
import type { ApolloServerPlugin } from '@apollo/server';
import type { RequestContext } from '#api/context.ts';
import { LRUCache } from 'lru-cache';

/** A request and its chosen operation. */
export interface ChosenOperation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly session: Session;
  /** Whether the response is an event stream. */
  readonly isStream: boolean;
}

/**
 * Refuses an operation that its caller may not run or that exceeds a limit, or returns what it costs, in points. Replaces the ids of the graph
 * in the document and the variables by keys (`createIdDecoder`).
 */
export type CheckOperationLimits = (chosen: ChosenOperation) => number;

/**
 * Creates the checks that depend on the caller or the variables. They cannot be validation rules, because validation results are cached
 * by document. `introspectionForAll` is whether callers without a key may read the schema.
 */
export function createOperationLimitCheck(schema: GraphQLSchema, introspectionForAll: boolean): CheckOperationLimits {
  const costOf = createOperationCost(schema);
  const decodeIds = createIdDecoder(schema);
  return ({ document, operation, variables, session, isStream }) => {
    if (!operation)
      throw requestError(
        'OPERATION_RESOLUTION_FAILURE',
        'Give the name of one operation of the document in operationName.',
      );
    if ((operation.operation === OperationTypeNode.SUBSCRIPTION) !== isStream) {
      throw requestError(
        'GRAPHQL_VALIDATION_FAILED',
        isStream
          ? 'Only subscriptions are answered as a stream of events; send the others by POST to /graphql, and accept JSON.'
          : 'Subscriptions are answered as a stream of events: accept text/event-stream, or send them to /graphql/stream.',
      );
    }
    withStatus400(() => {
      assertStorable(variables);
      decodeIds(document, variables);
    });
    if (operation.operation === OperationTypeNode.MUTATION)
      withStatus400(() => {
        requireWritable(session);
      });
    const cost = costOf(document, operation, variables);
    if (cost > limits.cost) throw queryTooComplexError('cost', cost, limits.cost, [operation]);
    if (!introspectionForAll && session.username === undefined && asksForIntrospection(document)) {
      throw requestError(
        'GRAPHQL_VALIDATION_FAILED',
        'Introspection needs an API key on this server. Send one, or read schema/schema.graphql in the source code.',
      );
    }
    return cost;
  };
}

/** An error of a request that is not executed, with one of Apollo's codes. */
const requestError = (code: string, message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code, http: { status: 400 } } });

/** Runs a check and gives its error the status 400, because nothing is executed. */
function withStatus400(check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    throw new GraphQLError(error.message, {
      originalError: error,
      extensions: { code: error.code, http: { status: 400 } },
    });
  }
}

/** The settings of `createValidationPlugin`. */
interface ValidationPluginParts {
  readonly schema: GraphQLSchema;
  readonly checkOperationLimits: CheckOperationLimits;
  /** Receives the documents that are valid. */
  readonly documents: KnownDocuments;
  /** Formats an error for clients. */
  readonly present: (error: GraphQLError) => GraphQLFormattedError;
}

/**
 * Creates the plugin that refuses documents and operations before execution. It replaces Apollo's own validation, which cannot check
 * limits before the rules of GraphQL.
 */
export function createValidationPlugin({
  schema,
  checkOperationLimits,
  documents,
  present,
}: ValidationPluginParts): ApolloServerPlugin<RequestContext> {
  const validateDocument = documentValidation(schema);
  return {
    requestDidStart: async () => {
      let invalid: readonly GraphQLError[] = [];
      return {
        didResolveOperation: async ({ document, source, operation, request, contextValue }) => {
          invalid = validateDocument(document);
          if (invalid.length > 0) return;
          documents.set(source, document);
          const cost = checkOperationLimits({
            document,
            operation,
            variables: request.variables ?? {},
            session: contextValue.session,
            isStream: false,
          });
          await chargeOperationInApollo(contextValue, cost);
        },
        responseForOperation: async ({ response: { http } }) => {
          if (invalid.length === 0) return null;
          http.status = 400;
          return { http, body: { kind: 'single', singleResult: { errors: invalid.map(present) } } };
        },
      };
    },
  };
}

/** The message for a document that exceeds the stack of the recursive parser. */
export const nestedTooDeep = 'Syntax Error: The document nests too deep.';

/** The options with which every document of a client is parsed. */
export const parseOptions = Object.freeze({ maxLexicalTokens: limits.tokens });

/** Parses a document, or returns its syntax error. */
export function parseDocument(query: string): DocumentNode | GraphQLError {
  try {
    return parse(query, parseOptions);
  } catch (error) {
    if (error instanceof GraphQLError) return withErrorCode(error, 'GRAPHQL_PARSE_FAILED');
    if (error instanceof RangeError) return withErrorCode(new GraphQLError(nestedTooDeep), 'GRAPHQL_PARSE_FAILED');
    throw error;
  }
}

/** The first errors of a document; empty when it is valid. */
export type ValidateDocument = (document: DocumentNode) => readonly GraphQLError[];

/**
 * Creates the validation of a schema's documents. Limits come first, because some rules of GraphQL take more than linear time.
 * Results of valid documents are cached.
 */
export function documentValidation(schema: GraphQLSchema): ValidateDocument {
  const valid = new WeakSet<DocumentNode>();
  return (document) => {
    if (valid.has(document)) return [];
    const [first, ...others] = firstErrors(schema, document);
    if (first) return [first, ...others].map((error) => withErrorCode(error, 'GRAPHQL_VALIDATION_FAILED'));
    valid.add(document);
    return [];
  };
}

/** The first errors by the limits; without such errors, the first errors by the rules of GraphQL. */
function firstErrors(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const options = { maxErrors: limits.errors };
  const beyondLimits = validate(schema, document, limitRules(), options);
  return beyondLimits.length > 0
    ? beyondLimits
    : validate(schema, document, [...specifiedRules, storableStrings], options);
}

/** Adds one of Apollo's codes to an error, unless the error already has a code. */
export const withErrorCode = (
  { message, nodes, source, positions, originalError, extensions }: GraphQLError,
  code: string,
): GraphQLError =>
  new GraphQLError(message, {
    nodes: nodes ?? null,
    source,
    positions,
    originalError,
    extensions: { code, ...extensions },
  });

/** Validation rule: strings in a document contain no NUL and no unpaired surrogate, which the database cannot store. */
const storableStrings = (context: ValidationContext): ASTVisitor => ({
  StringValue(node) {
    if (!node.value.includes('\0') && node.value.isWellFormed()) return;
    const failure = new CatalogError('INVALID_INPUT', {
      reason: 'NUL characters and lone surrogates are not allowed.',
    });
    context.reportError(new GraphQLError(failure.message, { nodes: node, originalError: failure }));
  },
});

/** Valid documents by their text. */
export interface KnownDocuments {
  get(text: string): DocumentNode | undefined;
  set(text: string, document: DocumentNode): void;
}

const maxDocuments = 2_000;
/** The maximum memory of all known documents, estimated by `bytesPerCharacter`. */
const maxBytes = 16 * 1024 * 1024;

/** An estimate of the memory that a parsed document takes for each character of its text. */
const bytesPerCharacter = 50;

/** Creates the list of known documents: those given stay, and of the others the least recently used one is evicted. */
export function createKnownDocuments(trusted: ReadonlyMap<string, DocumentNode> = new Map()): KnownDocuments {
  const recent = new LRUCache<string, DocumentNode>({
    max: maxDocuments,
    maxSize: maxBytes,
    sizeCalculation: (_document, text) => 1 + bytesPerCharacter * text.length,
  });
  return {
    get: (text) => recent.get(text) ?? trusted.get(text),
    set: (text, document) => {
      if (!trusted.has(text)) recent.set(text, document);
    },
  };
}
