import { Field, ID, ObjectType, type ClassType } from 'type-graphql';
import { DateTime, JsonMap, JsonValue } from '../../api/scalars.ts';
import type { DatasetMetadata } from '../datasets/index.ts';
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

/** A name of the wire as the graph writes it: `map_basemap` is `mapBasemap`. */
const graphName = (name: string): string => name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());

/** What is said of the `id` of a part of a dataset's metadata. */
export const identityOfPart =
  'Identifies the object in the whole graph, for caches of clients; opaque, and not for `node(id)`: it is found through its dataset.';

/** The GraphQL type of a template: its identity, and each of its fields with the type and the description of the template's data. */
export function objectTypeOf({ fields }: MetadataTemplate, name: string, description: string): ClassType {
  @ObjectType(name, { description })
  class TemplateType {
    @Field(() => ID, { description: identityOfPart })
    id!: string;
  }
  for (const field of fields) {
    Field(graphTypes[field.type], { nullable: true, description: field.description })(
      TemplateType.prototype,
      graphName(field.name),
    );
  }
  return TemplateType;
}

/** The values of a template by the graph's names. */
export const valuesOf = (template: MetadataTemplate, metadata: DatasetMetadata): object =>
  Object.fromEntries(
    template.fields.map(({ name }) => [graphName(name), metadata[template.name]?.[name]?.value ?? null]),
  );
