/** How much one GraphQL document may ask for. Each number is the most that is allowed. */
export interface Limits {
  /** Lexical tokens of the document; pass it to the parser as `parseOptions.maxTokens`, which counts while it reads. */
  readonly tokens: number;
  /** Operations in the document, of which one is executed. */
  readonly operations: number;
  /** Directives in the document, repeated ones included. */
  readonly directives: number;
  /** Names that the document gives to one field by aliases; renaming each field once is free. */
  readonly aliases: number;
  /** Fields at the root of an operation, fragments written out. */
  readonly rootFields: number;
  /** Levels of fields in an operation, fragments written out; the `ofType` chain of introspection is one level. */
  readonly depth: number;
  /** Fields of an operation, fragments written out. */
  readonly fields: number;
  /** Product of the page sizes on the way from the root to any field. */
  readonly rows: number;
  /** Rows that a connection without `first` and `last` counts as. */
  readonly pageSize: number;
}

/** The limits of the service, wide enough for GraphiQL's introspection query. */
export const limits: Limits = Object.freeze({
  tokens: 4_000,
  operations: 10,
  directives: 50,
  aliases: 30,
  rootFields: 20,
  depth: 12,
  fields: 1_000,
  rows: 100_000,
  pageSize: 20,
});
