import { inputLimits } from '#api/assert-storable.ts';

/** The limits of a GraphQL document. */
export interface Limits {
  /** The maximum number of lexical tokens, which the parser counts. */
  readonly tokens: number;
  /** The maximum number of characters. Computing the location of an error takes time in proportion to the number of characters. */
  readonly characters: number;
  /** The maximum number of operations of a document. A request executes one of them. */
  readonly operations: number;
  /** The maximum number of directives, including repeated directives. */
  readonly directives: number;
  /** How often one directive may occur at one place; repeatable directives do not count. */
  readonly repetitions: number;
  /** The maximum number of different aliases of one field. */
  readonly aliases: number;
  /** The maximum number of root fields of an operation, with fragments expanded. */
  readonly rootFields: number;
  /**
   * The maximum number of `__schema` and `__type` in an operation and of aliases inside of them, with fragments expanded:
   * each of them may read the whole schema.
   */
  readonly introspections: number;
  /**
   * The maximum number of levels of fields in an operation, with fragments expanded; the `ofType` chain of introspection is
   * one level.
   */
  readonly depth: number;
  /** The maximum number of fields of an operation, with fragments expanded. */
  readonly fields: number;
  /** The maximum number of levels of lists and objects in a literal value; the same limit as for variables. */
  readonly valueDepth: number;
  /** The maximum cost of an operation, in points. */
  readonly cost: number;
  /** The maximum number of reported errors of a document or its variables. The check ends at this number. */
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
  cost: 2_000,
  errors: 5,
});
