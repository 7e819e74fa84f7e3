import { Kind, valueFromASTUntyped, visit, type ArgumentNode, type DocumentNode, type GraphQLField } from 'graphql';

/** The arguments that limit the number of items; `ids` by its own length. */
export const sizeArguments = new Set(['first', 'last', 'limit', 'ids']);

/** Returns a function that finds the variables of a document that are page sizes. Reads each document once. */
export function createSizeVariables(): (document: DocumentNode) => readonly string[] {
  const variablesByDocument = new WeakMap<DocumentNode, readonly string[]>();
  return (document) => {
    const known = variablesByDocument.get(document);
    if (known) return known;
    const names = new Set<string>();
    visit(document, {
      Argument({ name, value }) {
        if (sizeArguments.has(name.value) && value.kind === Kind.VARIABLE) names.add(value.name.value);
      },
    });
    variablesByDocument.set(document, [...names]);
    return [...names];
  };
}

/** The values of the variables as a text; a variable that is not given has no value. */
export const sizesKey = (names: readonly string[], variables: Readonly<Record<string, unknown>> = {}): string =>
  names.map((name) => JSON.stringify(sizeOf(variables[name]))).join();

/** The size that a value requests: a number, or the length of a list. */
const sizeOf = (value: unknown): unknown => (Array.isArray(value) ? value.length : value);

/** The largest page size among the arguments, else the default of the field, else the fallback. */
export function pageSizeOf(
  field: GraphQLField<unknown, unknown> | undefined,
  given: readonly ArgumentNode[],
  variables: Readonly<Record<string, unknown>>,
  fallback: number,
): number {
  const requestedSizes = given
    .filter(({ name }) => sizeArguments.has(name.value))
    .map(({ value }) => valueFromASTUntyped(value, variables))
    .map(sizeOf)
    .filter((value) => typeof value === 'number');
  const defaultSize = field?.args.find(({ name }) => sizeArguments.has(name))?.defaultValue;
  if (requestedSizes.length > 0) return Math.max(1, ...requestedSizes);
  return Math.max(1, typeof defaultSize === 'number' ? defaultSize : fallback);
}
