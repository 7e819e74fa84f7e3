import {
  GraphQLEnumType,
  type GraphQLFieldConfig,
  type GraphQLArgumentConfig,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLBoolean,
  GraphQLObjectType,
  GraphQLString,
} from 'graphql';
import { enumName, nameFields, type NamedField } from '#kernel/field-names.ts';
import { type DatasetField, groupTypeOf, measuresOf, measureFunctions, orderDirection } from './value-types.ts';

/** The types of the aggregates and the facets of a dataset. */
export interface AggregateSchema {
  readonly aggregateType: GraphQLObjectType;
  readonly groupType: GraphQLObjectType;
  readonly keyType: GraphQLObjectType;
  readonly facetType: GraphQLObjectType;
  readonly facetValueType: GraphQLObjectType;
  /** The fields of the measures of a group, by name. */
  readonly measured: ReadonlyMap<string, DatasetField>;
  /** The fields of the keys of a group, by name. */
  readonly keys: ReadonlyMap<string, DatasetField>;
  readonly fields: Readonly<Record<string, GraphQLFieldConfig<unknown, unknown>>>;
}

/** The arguments that all queries over records share, and how the names of their types begin. */
interface SharedArguments {
  readonly prefix: string;
  readonly selection: Readonly<Record<string, GraphQLArgumentConfig>>;
  readonly timezone: GraphQLArgumentConfig;
  /** The fields whose values are grouped; undefined for a dataset without any. */
  readonly valueField: GraphQLEnumType | undefined;
}

/** The names that a group has besides those of the measured fields. */
const reservedNames = ['key', 'count'];

const listOf = (type: GraphQLObjectType) => new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type)));

const isGrouped = ({ field }: NamedField<DatasetField>): boolean => groupTypeOf(field) !== undefined;

/** The enum of the fields whose values are grouped; undefined for a dataset without any. */
export function valueFieldOf(
  named: readonly NamedField<DatasetField>[],
  prefix: string,
  describe: (named: NamedField<DatasetField>) => string,
): GraphQLEnumType | undefined {
  const keys = named.filter(isGrouped);
  if (keys.length === 0) return undefined;
  return new GraphQLEnumType({
    name: `${prefix}ValueField`,
    description: 'A field whose values are grouped and counted.',
    values: enumOf(keys, describe),
  });
}

/** Builds the fields `aggregate` and `facets` of a dataset; undefined for a dataset without values that are grouped. */
export function buildAggregateSchema(
  named: readonly NamedField<DatasetField>[],
  { selection, timezone, prefix, valueField }: SharedArguments,
  describe: (named: NamedField<DatasetField>) => string,
): AggregateSchema | undefined {
  if (!valueField) return undefined;
  const keys = named.filter(isGrouped);
  const measured = nameFields(
    named.map(({ name, field }) => ({ name, field })),
    reservedNames,
  ).map(({ name, field: { field } }) => ({ name, field }));
  const keyType = new GraphQLObjectType({
    name: `${prefix}GroupKey`,
    description: 'What the records of a group have in common.',
    fields: Object.fromEntries(
      keys.map((each) => [each.name, { type: groupTypeOf(each.field) ?? GraphQLString, description: describe(each) }]),
    ),
  });
  const groupType = new GraphQLObjectType({
    name: `${prefix}Group`,
    description: 'A group of records, and what is computed of them. Null values are left out.',
    fields: {
      key: {
        type: new GraphQLNonNull(keyType),
        description: 'The values by which the group was made: those of `groupBy`.',
      },
      count: { type: new GraphQLNonNull(GraphQLInt), description: 'The number of records.' },
      ...Object.fromEntries(
        measured.map((each) => [
          each.name,
          { type: new GraphQLNonNull(measuresOf(each.field).type), description: describe(each) },
        ]),
      ),
    },
  });
  const aggregateType = new GraphQLObjectType({
    name: `${prefix}Aggregate`,
    description: 'Values that are computed from groups of records.',
    fields: {
      groups: { type: listOf(groupType), description: 'The groups. Without `groupBy`, all records form one group.' },
      hasMore: { type: new GraphQLNonNull(GraphQLBoolean), description: 'Whether more groups follow.' },
    },
  });
  const measuredField = new GraphQLEnumType({
    name: `${prefix}MeasuredField`,
    description: 'A field of a group: of its key, or measured.',
    values: enumOf(named, describe),
  });
  const order = new GraphQLInputObjectType({
    name: `${prefix}AggregateOrder`,
    description: 'A key of the order of groups: the number of records, a value of the key, or a measure of a field.',
    fields: {
      field: { type: measuredField, description: 'The field. Without one, the number of records.' },
      measure: { type: measureFunctions, description: 'The measure of the field. Default: its value in the key.' },
      direction: { type: new GraphQLNonNull(orderDirection), defaultValue: 'ASC', description: 'The direction.' },
    },
  });
  const facetValueType = new GraphQLObjectType({
    name: `${prefix}FacetValue`,
    description: 'A value with the number of its records.',
    fields: {
      value: {
        type: new GraphQLNonNull(GraphQLString),
        description: 'The value: numbers by their text, a date as `2024`, a hierarchy by its whole path.',
      },
      label: { type: new GraphQLNonNull(GraphQLString), description: 'The value to show.' },
      count: { type: GraphQLInt, description: 'The number of records with the value.' },
    },
  });
  const facetType = new GraphQLObjectType({
    name: `${prefix}Facet`,
    description: 'The values of a field, with their counts.',
    fields: {
      field: { type: new GraphQLNonNull(valueField), description: 'The field.' },
      values: {
        type: listOf(facetValueType),
        description: 'The values of the first level, in the order of the facet.',
      },
    },
  });
  return {
    aggregateType,
    groupType,
    keyType,
    facetType,
    facetValueType,
    measured: new Map(measured.map(({ name, field }) => [name, field])),
    keys: new Map(keys.map(({ name, field }) => [name, field])),
    fields: {
      aggregate: {
        type: aggregateType,
        args: {
          groupBy: {
            type: new GraphQLList(new GraphQLNonNull(valueField)),
            description:
              'The fields whose values make the groups, at most 20. Without any, all records form one group.',
          },
          ...selection,
          timezone,
          orderBy: {
            type: new GraphQLList(new GraphQLNonNull(order)),
            description: 'The keys of the order. Default: by the keys of the groups.',
          },
          first: {
            type: GraphQLInt,
            defaultValue: 100,
            description: 'The maximum number of groups, 0 to 20000; null is the default.',
          },
          offset: {
            type: GraphQLInt,
            defaultValue: 0,
            description: 'The number of groups to skip; together with `first` at most 20000.',
          },
        },
        description: 'Counts, sums and other measures of groups of records. Fails as `records` does.',
      },
      facets: {
        type: new GraphQLList(new GraphQLNonNull(facetType)),
        args: {
          fields: {
            type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(valueField))),
            description: 'The fields, 1 to 100.',
          },
          limit: {
            type: GraphQLInt,
            description: 'The maximum number of values of each field, 1 to 20000. Default: 100.',
          },
          ...selection,
          timezone,
        },
        description: 'The values of fields in the records, with their counts. Fails as `records` does.',
      },
    },
  };
}

/** The values of an enum of fields, which stand for the names in the dataset. */
export const enumOf = (
  named: readonly NamedField<DatasetField>[],
  describe: (named: NamedField<DatasetField>) => string,
) =>
  Object.fromEntries(
    named.map((each) => [enumName(each.name), { value: each.field.name, description: describe(each) }]),
  );
