import {
  DirectiveLocation,
  GraphQLDirective,
  GraphQLEnumType,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  Kind,
  specifiedDirectives,
} from 'graphql';
import { type AggregateSchema, buildAggregateSchema, enumOf, valueFieldOf } from './aggregate-schema.ts';
import { entityFields } from './entities.ts';
import { type NamedField, nameRecordFields } from '#kernel/field-names.ts';
import {
  conditionKindOf,
  type DatasetField,
  geoPointInput,
  orderDirection,
  outputTypeOf,
  pageInfo,
} from './value-types.ts';

/** What the typed graph of a dataset is built from. */
export interface DatasetDescription {
  readonly title: string | null;
  readonly fields: readonly DatasetField[];
  /** How the names of its types and root fields begin, where it is a subgraph; empty in the graph of clients. */
  readonly prefix: string;
}

/** The typed graph of a dataset. */
export interface DatasetSchema {
  readonly schema: GraphQLSchema;
  /** How the names of its types and root fields begin: those of a subgraph are unique in a supergraph. */
  readonly prefix: string;
  readonly rowType: GraphQLObjectType;
  readonly edgeType: GraphQLObjectType;
  readonly connectionType: GraphQLObjectType;
  /** Undefined for a dataset without values that are grouped. */
  readonly aggregates: AggregateSchema | undefined;
  /** The fields of records by their name in the typed graph. */
  readonly fields: ReadonlyMap<string, DatasetField>;
}

const fieldDirective = new GraphQLDirective({
  name: 'field',
  description: 'The name of the field in the dataset, where GraphQL cannot spell it.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: { name: { type: new GraphQLNonNull(GraphQLString), description: 'The name in the dataset.' } },
});

/** Builds the typed graph of a dataset: its own fields as types, filters and orders. */
export function buildDatasetSchema({ title, fields, prefix }: DatasetDescription): DatasetSchema {
  const named = nameRecordFields(fields);
  const isSubgraph = prefix !== '';
  const rowType = new GraphQLObjectType({
    name: `${prefix}Record`,
    description: title === null ? 'A record.' : `A record of the dataset “${title}”.`,
    fields: {
      recordId: {
        type: new GraphQLNonNull(GraphQLID),
        description:
          'Identifies the record in its dataset: 40 hexadecimal digits, the same while the values of its identifying fields stay the same.',
      },
      ...Object.fromEntries(named.map((each) => [each.name, rowField(each, isSubgraph)])),
    },
  });
  const edgeType = edgeOf(rowType);
  const connectionType = connectionOf(rowType, edgeType);
  const valueField = valueFieldOf(named, prefix, describeField);
  const selection = selectionArguments(named, prefix, valueField);
  const aggregates = buildAggregateSchema(named, { selection, timezone, prefix, valueField }, describeField);
  const roots = {
    records: recordsField(connectionType, orderInput(named, prefix), selection),
    record: recordField(rowType),
    ...aggregates?.fields,
  };
  const query = new GraphQLObjectType({
    name: 'Query',
    description:
      'The published records of a dataset that the caller may see. Each field is null, with an error, where it fails, so that the others are answered.',
    fields: {
      ...Object.fromEntries(Object.entries(roots).map(([name, field]) => [`${prefix}${name}`, field])),
      ...(isSubgraph && entityFields(rowType)),
    },
  });
  const directives = isSubgraph ? specifiedDirectives : [...specifiedDirectives, fieldDirective];
  const schema = new GraphQLSchema({ query, directives, assumeValid: true });
  const fieldsByName = new Map(named.map(({ name, field }) => [name, field]));
  return { schema, prefix, rowType, edgeType, connectionType, aggregates, fields: fieldsByName };
}

/** What a field is: its label, description and unit, and its name where GraphQL cannot spell it. */
function describeField({ name, field: { name: own, label, description, unit } }: NamedField<DatasetField>): string {
  const sentences = [
    label === own && description !== null ? null : label,
    description,
    unit === null ? null : `Unit: ${unit}.`,
    name === own ? null : `The field \`${own}\`.`,
  ];
  return sentences
    .filter((text) => text !== null)
    .map((text) => (/[.!?]$/.test(text) ? text : `${text}.`))
    .join(' ');
}

function rowField(named: NamedField<DatasetField>, isSubgraph: boolean): GraphQLFieldConfig<unknown, unknown> {
  const { name, field } = named;
  const type = outputTypeOf(field);
  return {
    type,
    description: describeField(named),
    ...(name !== field.name && !isSubgraph && { astNode: nodeWithName(name, String(type), field.name) }),
  };
}

/** The definition of a field with `@field(name: …)`. */
const nodeWithName = (name: string, type: string, own: string) =>
  ({
    kind: Kind.FIELD_DEFINITION,
    name: { kind: Kind.NAME, value: name },
    type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: type } },
    directives: [
      {
        kind: Kind.DIRECTIVE,
        name: { kind: Kind.NAME, value: fieldDirective.name },
        arguments: [
          { kind: Kind.ARGUMENT, name: { kind: Kind.NAME, value: 'name' }, value: { kind: Kind.STRING, value: own } },
        ],
      },
    ],
  }) as const;

const edgeOf = (rowType: GraphQLObjectType) =>
  new GraphQLObjectType({
    name: `${rowType.name}Edge`,
    description: 'A record at its position in the list.',
    fields: {
      cursor: { type: new GraphQLNonNull(GraphQLString), description: 'The position of the record, for `after`.' },
      node: { type: new GraphQLNonNull(rowType), description: 'The record.' },
    },
  });

const listOf = (type: GraphQLObjectType) => new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type)));

const connectionOf = (rowType: GraphQLObjectType, edgeType: GraphQLObjectType) =>
  new GraphQLObjectType({
    name: `${rowType.name}Connection`,
    description: 'A page of records.',
    fields: {
      totalCount: {
        type: new GraphQLNonNull(GraphQLInt),
        description: 'The number of records of the whole list; counted only where selected.',
      },
      nodes: { type: listOf(rowType), description: 'The records of the page.' },
      edges: { type: listOf(edgeType), description: 'The records of the page with their cursors.' },
      pageInfo: { type: new GraphQLNonNull(pageInfo), description: 'Where the page is.' },
    },
  });

const timezone = {
  type: new GraphQLNonNull(GraphQLString),
  defaultValue: 'UTC',
  description: 'The time zone (IANA) in which times are written, and in which times without a zone are read.',
};

function recordsField(
  connectionType: GraphQLObjectType,
  order: GraphQLInputObjectType | undefined,
  selection: GraphQLFieldConfigArgumentMap,
): GraphQLFieldConfig<unknown, unknown> {
  const args: GraphQLFieldConfigArgumentMap = {
    ...selection,
    ...(order && {
      orderBy: {
        type: new GraphQLList(new GraphQLNonNull(order)),
        description:
          'The keys of the order. Default: by relevance where words are searched, else in the order of publication, which breaks ties.',
      },
    }),
    first: {
      type: GraphQLInt,
      defaultValue: 20,
      description: 'The maximum number of records, 0 to 1000; null is the default.',
    },
    after: { type: GraphQLString, description: 'Start after the record with this cursor.' },
    offset: {
      type: GraphQLInt,
      defaultValue: 0,
      description: 'The number of records to skip; together with `first` at most 10000. Cursors reach all records.',
    },
    timezone,
  };
  return {
    type: connectionType,
    args,
    description:
      'The records, page by page, forward only. Fails with DATA_NOT_VISIBLE or CALLS_QUOTA_REACHED, and with INVALID_INPUT at the path of the invalid argument.',
  };
}

const recordField = (rowType: GraphQLObjectType): GraphQLFieldConfig<unknown, unknown> => ({
  type: rowType,
  args: {
    recordId: {
      type: new GraphQLNonNull(GraphQLID),
      description: 'The identifier of the record, 40 hexadecimal digits.',
    },
    timezone,
  },
  description: 'One record. Null when it does not exist, or is not visible to the caller. Fails as `records` does.',
});

/** The arguments that select records: a typed filter, values of facets, and a condition in ODSQL. */
function selectionArguments(
  named: readonly NamedField<DatasetField>[],
  prefix: string,
  valueField: GraphQLEnumType | undefined,
): GraphQLFieldConfigArgumentMap {
  return {
    filter: { type: filterInput(named, prefix), description: 'Which records. Default: all.' },
    ...(valueField && {
      refine: {
        type: new GraphQLList(new GraphQLNonNull(refineInput(valueField, prefix))),
        description: 'Values of facets that the records must have.',
      },
    }),
    where: {
      type: GraphQLString,
      description: 'A condition in ODSQL, in addition to the filter, with the names that fields have in the dataset.',
    },
  };
}

const refineInput = (valueField: GraphQLEnumType, prefix: string): GraphQLInputObjectType =>
  new GraphQLInputObjectType({
    name: `${prefix}RefineInput`,
    description: 'A value of a facet.',
    fields: {
      field: { type: new GraphQLNonNull(valueField), description: 'The field.' },
      value: {
        type: new GraphQLNonNull(GraphQLString),
        description:
          'The value as `facets` returns it; a date as `2024`, `2024/02` or `2024/02/29`; the path of a hierarchy, for everything below it.',
      },
    },
  });

/** The filter of a dataset: a condition for each field, and combinations. */
function filterInput(named: readonly NamedField<DatasetField>[], prefix: string): GraphQLInputObjectType {
  const filter: GraphQLInputObjectType = new GraphQLInputObjectType({
    name: `${prefix}RecordFilter`,
    description: 'Which records; several members must all hold. At most 20 levels and 1,000 conditions.',
    fields: () => ({
      ...Object.fromEntries(
        named.map((each) => [each.name, { type: conditionKindOf(each.field).input, description: describeField(each) }]),
      ),
      and: { type: list, description: 'Records that match all of these filters.' },
      or: { type: list, description: 'Records that match at least one of these filters.' },
      not: { type: filter, description: 'Records that do not match this filter, including records without a value.' },
      matches: {
        type: GraphQLString,
        description:
          'Words that the texts of a record contain, in any order; case and accents do not matter. `word*` is a prefix.',
      },
    }),
  });
  const list = new GraphQLList(new GraphQLNonNull(filter));
  return filter;
}

/** The fields without an order. */
const unordered: ReadonlySet<DatasetField['type']> = new Set<DatasetField['type']>(['geo_shape', 'file']);

/** A key of an order; undefined for a dataset without ordered fields. The values of its enum are the names in the dataset. */
function orderInput(named: readonly NamedField<DatasetField>[], prefix: string): GraphQLInputObjectType | undefined {
  const ordered = named.filter(({ field }) => !field.isMultivalued && !unordered.has(field.type));
  if (ordered.length === 0) return undefined;
  const field = new GraphQLEnumType({
    name: `${prefix}RecordOrderField`,
    description: 'A field that records are ordered by.',
    values: enumOf(ordered, describeField),
  });
  return new GraphQLInputObjectType({
    name: `${prefix}RecordOrder`,
    description: 'A key of the order of records.',
    fields: {
      field: { type: new GraphQLNonNull(field), description: 'The field; a point with `distanceTo`.' },
      direction: { type: new GraphQLNonNull(orderDirection), defaultValue: 'ASC', description: 'The direction.' },
      distanceTo: { type: geoPointInput, description: 'Orders by the distance of the points to this point.' },
    },
  });
}
