import { inputLimits } from '../../api/input/input-limits.ts';

/** How much one GraphQL document may ask for. Each number is the most that is allowed. */
export interface Limits {
  /** Lexical tokens of the document; pass it to the parser as `parseOptions.maxTokens`, which counts while it reads. */
  readonly tokens: number;
  /** Characters of the document: every error's place is searched from its beginning. */
  readonly characters: number;
  /** Operations in the document, of which one is executed. */
  readonly operations: number;
  /** Directives in the document, repeated ones included. */
  readonly directives: number;
  /** Times that a directive stands at one place, unless the schema lets it repeat. */
  readonly repetitions: number;
  /** Names that the document gives to one field by aliases; renaming each field once is free. */
  readonly aliases: number;
  /** Fields at the root of an operation, fragments written out. */
  readonly rootFields: number;
  /** `__schema` and `__type` in an operation, and aliases inside of them, fragments written out: each may read the whole schema. */
  readonly introspections: number;
  /** Levels of fields in an operation, fragments written out; the `ofType` chain of introspection is one level. */
  readonly depth: number;
  /** Fields of an operation, fragments written out. */
  readonly fields: number;
  /** Levels of lists and objects in a value that is written into the document; the same as for variables. */
  readonly valueDepth: number;
  /** Product of the page sizes on the way from the root to any field. */
  readonly rows: number;
  /** Rows that a connection without `first` and `last` counts as. */
  readonly pageSize: number;
  /** Errors of a document or of variables that an answer names; the first ones end the check. */
  readonly errors: number;
}

/** The limits of the service, wide enough for GraphiQL's introspection query. */
export const limits: Limits = Object.freeze({
  tokens: 4_000,
  characters: 100_000,
  operations: 10,
  directives: 50,
  repetitions: 1,
  aliases: 30,
  rootFields: 20,
  introspections: 3,
  depth: 12,
  fields: 1_000,
  valueDepth: inputLimits.depth,
  rows: 100_000,
  pageSize: 20,
  errors: 5,
});
