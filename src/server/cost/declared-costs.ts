import { getDirectiveValues, getNamedType, isAbstractType, isObjectType } from 'graphql';
import type { GraphQLField, GraphQLNamedType, GraphQLSchema } from 'graphql';
import { costDirective, listSizeDirective } from './cost-directives.ts';

/** The size of a list, as `@listSize` declares it. */
export interface ListSize {
  /** The paths of the arguments that limit the number of items, or list them. */
  readonly slicingArguments: readonly string[];
  /** The lists of the returned object that have this size; undefined where the field itself is the list. */
  readonly sizedFields: readonly string[] | undefined;
  readonly assumedSize: number | undefined;
}

/** What the elements of a schema cost, by their directives. */
export interface DeclaredCosts {
  /** What each value of a field costs, in thousandths of a point: as the field declares, else as its type does. */
  readonly weightOfField: (field: GraphQLField<unknown, unknown>) => number;
  /** What an object of a type costs, in thousandths of a point. */
  readonly weightOfType: (type: GraphQLNamedType) => number;
  readonly listSizeOf: (field: GraphQLField<unknown, unknown>) => ListSize | undefined;
}

/** The thousandths of a point. */
export const pointInThousandths = 1_000;

/** Reads the directives of a schema: one that the modules build, or one that was parsed from its SDL. */
export function declaredCosts(schema: GraphQLSchema): DeclaredCosts {
  const weightOfType = (type: GraphQLNamedType): number => {
    // An object of an abstract type may be of its most expensive type.
    if (isAbstractType(type)) return Math.max(0, ...schema.getPossibleTypes(type).map(weightOfType));
    return declaredWeight(type) ?? (isObjectType(type) ? pointInThousandths : 0);
  };
  return Object.freeze({
    weightOfType,
    weightOfField: (field) => declaredWeight(field) ?? weightOfType(getNamedType(field.type)),
    listSizeOf: ({ astNode }) => {
      const declared = astNode && getDirectiveValues(listSizeDirective, astNode);
      if (!declared) return undefined;
      const { slicingArguments, sizedFields, assumedSize } = declared;
      return {
        slicingArguments: namesIn(slicingArguments) ?? [],
        sizedFields: namesIn(sizedFields),
        assumedSize: typeof assumedSize === 'number' ? assumedSize : undefined,
      };
    },
  } satisfies DeclaredCosts);
}

/** The weight of an element, in thousandths of a point; undefined where it declares none. */
function declaredWeight({ astNode }: GraphQLNamedType | GraphQLField<unknown, unknown>): number | undefined {
  const declared = astNode && getDirectiveValues(costDirective, astNode);
  return declared ? Math.round(Number(declared['weight']) * pointInThousandths) : undefined;
}

const namesIn = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : undefined;
