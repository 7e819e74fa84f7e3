import type { Json } from '../../kernel/json.ts';
import type { JsonSchema, NamedSchemas } from './named-schemas.ts';

/** Example values by the name of a schema or of a property. */
const samples: Readonly<Record<string, Json>> = Object.freeze({
  Metadata: { default: { title: { value: 'Rivers' } } },
  MetadataValues: { title: { value: 'Rivers' } },
  MetadataValue: { value: 'Rivers' },
  dataset_id: 'rivers',
  username: 'ada',
  title: 'Rivers',
  display_name: 'rivers.csv',
  filename: 'rivers.csv',
  mimetype: 'text/csv',
  cron_schedule: '0 6 * * 1',
  name: 'river',
  label: 'River',
  comment: 'The Rhine is longer.',
  slug: 'about',
  language: 'en',
  href: 'https://data.example.org/',
});

/** The prefixes of identifiers, by the family of the operation. */
const prefixes: Readonly<Record<string, string>> = Object.freeze({
  datasets: 'da',
  resources: 're',
  processors: 'pr',
  fields: 'pr',
  schedules: 'sc',
  versions: 'ch',
  attachments: 'at',
  feedbacks: 'df',
  datasource_connections: 'co',
  studio_pages: 'sp',
});

/** An example of an answer by its schema, for an operation of a family. */
export const responseExample = (schema: JsonSchema, names: NamedSchemas, family: string): Json =>
  exampleOf(schema, { names, uid: `${prefixes[family] ?? 'id'}_7f3k2m` });

interface Place {
  readonly names: NamedSchemas;
  /** The identifier of the object of the operation. */
  readonly uid: string;
  /** The name of the property. */
  readonly name?: string;
}

/** An example by a schema: a known value, the constant or first value, or one of its type; of an object, the required properties. */
function exampleOf(schema: JsonSchema, { name = '', ...place }: Place): Json {
  const known = name === 'uid' ? place.uid : samples[name];
  if (schema.$ref !== undefined) {
    const referred = schema.$ref.split('/').at(-1) ?? '';
    return (
      samples[referred] ??
      exampleOf(place.names.get(referred) ?? {}, { ...place, ...(known !== undefined && { name }) })
    );
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0] ?? null;
  if (schema.anyOf) return exampleOf(schema.anyOf[0] ?? {}, { ...place, name });
  const types = [schema.type ?? []].flat();
  // the address of a next page
  if (types.includes('null') && schema.format === 'uri') return null;
  if (schema.format === 'date-time') return '2026-01-15T14:30:00Z';
  if (types.includes('object')) return objectExample(schema, place);
  if (types.includes('array')) return schema.items ? [exampleOf(schema.items, place)] : [];
  if (types.includes('integer') || types.includes('number')) return 1;
  if (types.includes('boolean')) return false;
  return known ?? (types.includes('string') ? 'text' : null);
}

const objectExample = ({ properties = {}, required = [] }: JsonSchema, place: Place): Json =>
  Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {}, { ...place, name })]));
