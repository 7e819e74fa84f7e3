import { GraphQLError, type ASTNode } from 'graphql';
import { CatalogError } from '#kernel/fail.ts';
import type { Limits } from './limits.ts';

/** A limit that is checked after parsing. */
export type LimitedMeasure = Exclude<keyof Limits, 'tokens' | 'errors'>;

/** The unit and the advice of each limit, for the message. */
const measures: Readonly<Record<LimitedMeasure, { readonly unit: string; readonly advice: string }>> = {
  characters: { unit: 'characters', advice: 'Send long values as variables.' },
  operations: { unit: 'operations', advice: 'Send only the operation to be executed.' },
  directives: { unit: 'directives', advice: 'Drop directives, or split the query.' },
  repetitions: { unit: 'repetitions of a directive at one place', advice: 'Write it once.' },
  aliases: { unit: 'aliases of one field', advice: 'Ask for lists instead, or split the query.' },
  rootFields: { unit: 'root fields', advice: 'Split it into several requests.' },
  introspections: { unit: 'introspection fields', advice: 'Select __schema once, and without aliases.' },
  depth: { unit: 'levels of fields', advice: 'Ask for the inner objects in a query of their own.' },
  fields: { unit: 'fields, fragments expanded', advice: 'Ask for fewer fields, or split the query.' },
  valueDepth: { unit: 'levels in a literal value', advice: 'Nest it less.' },
  cost: {
    unit: 'points of cost (one, and a hundredth for each object of its lists, by their page sizes)',
    advice: 'Ask for fewer lists, or for smaller pages with "first".',
  },
};

/** The QUERY_TOO_COMPLEX error of a query: the count found, the limit, and advice. */
export function queryTooComplexError(
  measure: LimitedMeasure,
  found: number,
  limit: number,
  nodes: readonly ASTNode[],
): GraphQLError {
  const { unit, advice } = measures[measure];
  const failure = new CatalogError('QUERY_TOO_COMPLEX', { found, measure: unit, limit, advice });
  return new GraphQLError(failure.message, {
    nodes,
    originalError: failure,
    extensions: { code: failure.code, http: { status: 400 } },
  });
}
