import { type ClassType, Field, ID, ObjectType } from 'type-graphql';
import { unreachableIdDescription } from '#api/node.type.ts';
import { DateTime, JsonMap, JsonValue } from '#api/types/scalars.ts';
import { toNodeId } from '#kernel/ids.ts';
import { isJsonObject, type Json } from '#kernel/json.ts';
import type { DatasetMetadata } from '#datasets/index.ts';
import type { FieldTypeName, MetadataTemplate } from './template.ts';
import { GraphQLSafeInt } from 'graphql-scalars';

@ObjectType({ description: 'The languages in which a field of the records is shown.' })
class FieldLanguages {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => [String], { description: 'The languages, as ISO 639-1 codes.' })
  languages!: Json;
}

@ObjectType({ description: 'How much a match in a field of the records counts.' })
class FieldBoost {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => GraphQLSafeInt, { description: 'A whole number from 0.' })
  boost!: Json;
}

/** The languages of fields as a list; null for null. */
const listFieldLanguages = (byField: Json): FieldLanguages[] | null =>
  isJsonObject(byField) ? Object.entries(byField).map(([field, languages]) => ({ field, languages })) : null;

/** The boosts of fields as a list; null for null. */
const listFieldBoosts = (byField: Json): FieldBoost[] | null =>
  isJsonObject(byField) ? Object.entries(byField).map(([field, boost]) => ({ field, boost })) : null;

type GraphType = NonNullable<Parameters<typeof Field>[0]>;

const graphTypes: Readonly<Record<FieldTypeName, GraphType>> = {
  text: () => String,
  html: () => String,
  longstring: () => String,
  enum: () => String,
  uri_enum: () => String,
  enumlist: () => [String],
  uri_enumlist: () => [String],
  multitext: () => JsonValue,
  int: () => GraphQLSafeInt,
  double: () => Number,
  geo_shape: () => JsonMap,
  geo_area: () => String,
  date: () => String,
  boolean: () => Boolean,
  list: () => [String],
  datetime: () => DateTime,
  facets: () => [MetadataFacet],
  field_languages: () => JsonMap,
  field_boosts: () => JsonMap,
  any: () => JsonValue,
};

/** The list with types that stands next to a map by field. */
interface TypedList {
  readonly name: string;
  readonly type: GraphType;
  readonly description: string;
  readonly toList: (value: Json) => readonly object[] | null;
}

const typedLists: Partial<Readonly<Record<FieldTypeName, TypedList>>> = {
  field_languages: {
    name: 'fieldLanguages',
    type: () => [FieldLanguages],
    description: '`fieldsDisplayedInSpecificLanguages` with types.',
    toList: listFieldLanguages,
  },
  field_boosts: {
    name: 'fieldBoosts',
    type: () => [FieldBoost],
    description: '`recordsSearchBoosts` with types.',
    toList: listFieldBoosts,
  },
};

/** The name of a metadata field in the graph: `map_basemap` becomes `mapBasemap`. */
const toGraphName = (name: string): string => name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());

/** Defines the GraphQL type of a template: its `id`, and each of its fields. */
export function defineTemplateType({ fields }: MetadataTemplate, name: string, description: string): ClassType {
  @ObjectType(name, { description })
  class TemplateType {
    @Field(() => ID, { description: unreachableIdDescription })
    id!: string;
  }
  for (const field of fields) {
    Field(graphTypes[field.type], { nullable: true, description: field.description })(
      TemplateType.prototype,
      toGraphName(field.name),
    );
    const list = typedLists[field.type];
    if (list) Field(list.type, { nullable: true, description: list.description })(TemplateType.prototype, list.name);
  }
  return TemplateType;
}

/** The values of a template by the graph's names. The ids of facets are derived from `key`. */
export const toTemplateValues = (template: MetadataTemplate, metadata: DatasetMetadata, key: string): object =>
  Object.fromEntries(
    template.fields.flatMap(({ name, type }): (readonly [string, unknown])[] => {
      const value = metadata[template.name]?.[name]?.value ?? null;
      const list = typedLists[type];
      return [
        [toGraphName(name), type === 'facets' ? addFacetIds(value, key) : value],
        ...(list ? [[list.name, list.toList(value)] as const] : []),
      ];
    }),
  );

/** Adds an `id` to each facet, from the name of its field and a number, so that reordering the facets keeps it. */
function addFacetIds(facets: Json, key: string): Json {
  if (!Array.isArray(facets)) return facets;
  const counts = new Map<string, number>();
  return facets.filter(isJsonObject).map((facet) => {
    const field = typeof facet['field_name'] === 'string' ? facet['field_name'] : '';
    const count = (counts.get(field) ?? 0) + 1;
    counts.set(field, count);
    const number = count === 1 ? '' : `/${String(count)}`;
    return { id: toNodeId('MetadataFacet', `${key}/${field}${number}`), ...facet };
  });
}

@ObjectType({ description: 'A facet: a field that records can be filtered by.' })
class MetadataFacet {
  @Field(() => ID, { description: unreachableIdDescription })
  id!: string;

  @Field(() => String, { name: 'fieldName', description: "The field's name." })
  field_name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The order of its values: `count`, `num` or `alphanum`, with `-` for the reverse.',
  })
  facetsort?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether several values can be selected at once.' })
  disjunctive?: boolean | null;

  @Field(() => Boolean, {
    name: 'timerangeFilter',
    nullable: true,
    description: 'Whether a period of time can be selected.',
  })
  timerange_filter?: boolean | null;
}
