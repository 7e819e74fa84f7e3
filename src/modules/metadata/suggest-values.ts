import type { RequestContext } from '#api/context.ts';
import type { Config } from '#platform/config.ts';
import { failOnFields } from '#kernel/fail.ts';
import { odsql, sql, type Sql, sqlText } from '#kernel/sql.ts';
import { catalogDatasets, datasets } from '#datasets/index.ts';
import type { MetadataSuggestions } from './metadata-template.type.ts';
import type { MetadataTemplate, TemplateField } from './template.ts';

const maxCount = 100;
const maxQueryLength = 200;

/** What is searched: a part of the values, and how many of them are returned at most. */
export interface SuggestionArgs {
  readonly query: string;
  readonly count: number;
}

const d = sqlText('d');

/**
 * The choices of a field that contain a text and, where the field suggests its own values, those of the datasets that the caller may
 * read. Case and accents are ignored. Fails INVALID_INPUT for an empty text, and a number of values out of range.
 */
export async function suggestValues(
  ctx: RequestContext,
  template: MetadataTemplate,
  field: TemplateField,
  { query, count }: SuggestionArgs,
): Promise<MetadataSuggestions> {
  failOnFields({
    ...(query.trim() === '' && { query: ['Give a part of the values.'] }),
    ...(query.length > maxQueryLength && { query: [`Use ${String(maxQueryLength)} characters at most.`] }),
    ...((count < 1 || count > maxCount) && { count: [`Give a number from 1 to ${String(maxCount)}.`] }),
  });
  const start = performance.now();
  const wanted = sql`${odsql}fold(${query}::text)`;
  const folded = sql`${odsql}fold(found.text)`;
  const rows = await ctx.db.rows<{ text: string; total: number }>(sql`
    select found.text, count(*) over ()::int as total
    from (select unnest(${field.choices ?? []}::text[]) as text${storedValues(ctx, template, field)}) found
    where position(${wanted} in ${folded}) > 0
    order by position(${wanted} in ${folded}) > 1, found.text collate "und-x-icu", found.text collate "C"
    limit ${count}::int`);
  return {
    texts: rows.map(({ text }) => text),
    totalCount: rows[0]?.total ?? 0,
    isExhaustive: true,
    processingTimeMs: Math.round(performance.now() - start),
  };
}

/** The values of a field that suggests them, each once with the choices: those of drafts that the caller may read, and those that the catalog shows. */
function storedValues({ session }: RequestContext, template: MetadataTemplate, field: TemplateField): Sql {
  if (!field.hasSelfSuggestions || field.type === 'geo_shape') return sqlText('');
  const textsOf = (metadata: Sql) => sql`(
    select value.item #>> '{}' as text
    from jsonb_path_query(${metadata} #> ${[template.name, field.name, 'value']}::text[],
      '$.** ? (@.type() == "string" || @.type() == "number")') value(item))`;
  const isPublic = template.isActive && template.type !== 'admin' && template.name !== 'internal';
  const published = sql` union
    select value.text from dataset d, lateral ${textsOf(sqlText('d.published_metadata'))} value
    where ${catalogDatasets.visible(session, d)}`;
  return sql` union
    select value.text from dataset d, lateral ${textsOf(sqlText('d.metadata'))} value
    where ${datasets.visible(session, d)}${isPublic ? published : sqlText('')}`;
}

/** The path of the suggestions of a field that suggests values of datasets in the Automation API; null for another field. */
export const suggestUrl = ({ app }: RequestContext, template: MetadataTemplate, field: TemplateField): string | null =>
  field.hasSelfSuggestions
    ? `${basePath(app.config)}/api/automation/v1.0/metadata/templates/${template.name}/fields/${field.name}/suggest/`
    : null;

/** The path at which a proxy has the service; empty for the root. */
const basePath = ({ publicUrl }: Config): string =>
  publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');
