import { GraphQLError, parse, specifiedRules, validate, type DocumentNode, type GraphQLSchema } from 'graphql';
import { storableStrings } from '../limits/storable-strings.ts';
import { limitRules } from '../limits/limit-rules.ts';
import { limits } from '../limits/limits.ts';

/** What is said of a document that the parser, which recurses, cannot follow. */
export const nestedTooDeep = 'Syntax Error: The document nests too deep.';

/** How every document is parsed that comes from outside, whichever door it comes through. */
export const parseOptions = Object.freeze({ maxLexicalTokens: limits.tokens });

/** A document, or why it is none. */
export function parseDocument(query: string): DocumentNode | GraphQLError {
  try {
    return parse(query, parseOptions);
  } catch (error) {
    if (error instanceof GraphQLError) return withCode(error, 'GRAPHQL_PARSE_FAILED');
    if (error instanceof RangeError) return withCode(new GraphQLError(nestedTooDeep), 'GRAPHQL_PARSE_FAILED');
    throw error;
  }
}

/** What is wrong with a document, by its first errors; nothing where it may be executed. */
export type ValidateDocument = (document: DocumentNode) => readonly GraphQLError[];

/**
 * Makes the validation of a schema's documents. The limits come first: what exceeds them is not compared by the rules of GraphQL,
 * some of which cost more than the document is long. A valid document is remembered.
 */
export function documentValidation(schema: GraphQLSchema): ValidateDocument {
  const valid = new WeakSet<DocumentNode>();
  return (document) => {
    if (valid.has(document)) return [];
    const [first, ...others] = firstErrors(schema, document);
    if (first) return [first, ...others].map((error) => withCode(error, 'GRAPHQL_VALIDATION_FAILED'));
    valid.add(document);
    return [];
  };
}

function firstErrors(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const options = { maxErrors: limits.errors };
  const beyondLimits = validate(schema, document, limitRules(), options);
  return beyondLimits.length > 0
    ? beyondLimits
    : validate(schema, document, [...specifiedRules, storableStrings], options);
}

/** An error with the code that Apollo gives to its kind, unless it has one. */
export const withCode = (
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
