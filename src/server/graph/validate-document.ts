import {
  GraphQLError,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type GraphQLSchema,
  type ASTVisitor,
  type ValidationContext,
} from 'graphql';
import { limitRules } from '../limits/limit-rules.ts';
import { limits } from '../limits/limits.ts';
import { CatalogError } from '#kernel/fail.ts';

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
