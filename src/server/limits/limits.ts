import { inputLimits } from '../../api/input/input-limits.ts';

/** The limits of a GraphQL document. */
export interface Limits {
  /** Lexical tokens, counted by the parser. */
  readonly tokens: number;
  /** Characters. Computing the location of an error takes time in proportion to the number of characters. */
  readonly characters: number;
  /** Operations of a document, of which one is executed. */
  readonly operations: number;
  /** Directives, repeated ones included. */
  readonly directives: number;
  /** Occurrences of one directive at one place; repeatable directives do not count. */
  readonly repetitions: number;
  /** Different aliases of one field. */
  readonly aliases: number;
  /** Root fields of an operation, fragments expanded. */
  readonly rootFields: number;
  /** `__schema` and `__type` in an operation and aliases inside of them, fragments expanded: each may read the whole schema. */
  readonly introspections: number;
  /** Levels of fields in an operation, fragments expanded; the `ofType` chain of introspection is one level. */
  readonly depth: number;
  /** Fields of an operation, fragments expanded. */
  readonly fields: number;
  /** Levels of lists and objects in a literal value; the same limit as for variables. */
  readonly valueDepth: number;
  /** Product of the page sizes from the root to any field. */
  readonly rows: number;
  /** The size of a page without `first`, `last` and `limit`. */
  readonly pageSize: number;
  /** Reported errors of a document or its variables. The check ends at this number. */
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
