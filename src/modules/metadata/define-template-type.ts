import { Field, ID, ObjectType, type ClassType } from 'type-graphql';
import { unreachableIdDescription } from '#api/node.type.ts';
import { DateTime, JsonMap, JsonValue } from '#api/types/scalars.ts';
import { toNodeId } from '#kernel/ids.ts';
import { isJsonObject, type Json } from '#kernel/json.ts';
import type { DatasetMetadata } from '#datasets/index.ts';
import { FieldBoost, FieldLanguages, listFieldBoosts, listFieldLanguages } from './field-settings.type.ts';
import { MetadataFacet } from './metadata-facet.type.ts';
import type { FieldTypeName, MetadataTemplate } from './templates/template.ts';

type GraphType = NonNullable<Parameters<typeof Field>[0]>;

const graphTypes: Readonly<Record<FieldTypeName, GraphType>> = {
  text: () => String,
  html: () => String,
  longstring: () => String,
  enum: () => String,
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

/**
 * Adds an `id` to each facet. The id is derived from the name of the field, so that reordering the facets keeps it. A number distinguishes
 * several facets of one field.
 */
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
