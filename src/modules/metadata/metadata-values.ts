import type { Json, JsonObject } from '#kernel/json.ts';
import { sql, sqlText, type Sql } from '#kernel/sql.ts';
import type { DatasetMetadata } from '#datasets/index.ts';
import { templates } from './templates/registry.ts';
import type { MetadataTemplate } from './templates/template.ts';

/** The active templates without those that only editors see; with those of the type `extra` only if `withExtras` is true. */
const shownTemplates = (withExtras: boolean): MetadataTemplate[] =>
  [...templates.values()].filter(
    ({ name, type, isActive }) =>
      isActive && name !== 'internal' && type !== 'admin' && (withExtras || type !== 'extra'),
  );

/**
 * The values of the active templates, by template and field. Templates that only editors see are left out, and templates of the type
 * `extra` unless `withExtras` is true. Unset and empty values are null.
 */
export const metadataValues = (metadata: DatasetMetadata, withExtras: boolean): JsonObject =>
  Object.fromEntries(
    shownTemplates(withExtras).map(({ name, isOpen, fields }) => {
      const stored = metadata[name] ?? {};
      const names = isOpen ? Object.keys(stored) : fields.map((field) => field.name);
      return [name, Object.fromEntries(names.map((field) => [field, nullIfEmpty(stored[field]?.value)]))];
    }),
  );

const nullIfEmpty = (value: Json | undefined): Json =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0) ? null : value;

/** What `metadataValues` returns, as an SQL expression for each template over metadata in jsonb. */
export const metadataValuesSql = (metadata: Sql, withExtras: boolean): Readonly<Record<string, Sql>> =>
  Object.fromEntries(shownTemplates(withExtras).map((template) => [template.name, templateSql(metadata, template)]));

function templateSql(metadata: Sql, { name, isOpen, fields }: MetadataTemplate): Sql {
  const stored = sql`${metadata} -> ${sqlText(`'${name}'`)}`;
  if (isOpen)
    return sql`(select coalesce(jsonb_object_agg(key, ${nullIfEmptySql(sql`value -> 'value'`)}), '{}') from jsonb_each(${stored}))`;
  return sql`(select json_object_agg(name, ${nullIfEmptySql(sql`t.stored -> name -> 'value'`)})
    from (select ${stored} as stored) t, unnest(${fields.map((field) => field.name)}::text[]) name)`;
}

/** A value in jsonb; null if it is empty. */
export const nullIfEmptySql = (value: Sql): Sql => sql`nullif(nullif(${value}, '""'), '[]')`;
