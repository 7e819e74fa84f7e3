import type { RequestContext } from '#api/context.ts';
import { isJsonObject } from '#kernel/json.ts';
import { sql, type Sql, sqlJoin, sqlName, sqlText } from '#kernel/sql.ts';
import type { RecordField } from '../record-field.ts';
import type { FieldSummary, RecordSummary } from './record-summary.ts';
import { type StoredGeneration, tableOfGeneration } from '../generations/generations.service.ts';

/** The numbers of fields, of texts of one field, of characters of a text, and of characters of all texts. Fields with more are left out. */
const maxFields = 50;
const maxTexts = 200;
const maxTextLength = 200;
const maxLength = 32 * 1024;

/** The bounds of the statement. */
const limits = { timeoutMs: 60_000, maxBytes: 16 * 1024 * 1024 };

/** Summarizes the records in the file of a generation, with one statement. A failure is logged, and leaves the summary empty: a publication does not depend on it. */
export async function summarizeRecords(
  ctx: Pick<RequestContext, 'app' | 'db' | 'em'>,
  stored: StoredGeneration,
  fields: readonly RecordField[],
): Promise<RecordSummary> {
  const summarized = fields.filter(({ type }) => summaryOf[type]).slice(0, maxFields);
  if (stored.file === null || summarized.length === 0) return {};
  const table = tableOfGeneration(ctx, { ...stored, recordCount: stored.fileCount }, fields);
  const items = summarized.map(
    (field) => sql`(${summaryOf[field.type]?.(field, sqlText(table.name)) ?? sqlText('null')})`,
  );
  try {
    const [row = []] = await ctx.app.columnEngine.rows(
      { tables: [table], statement: sql`select ${sqlJoin(items, ', ')}` },
      limits,
    );
    return withinLength(summarized.map(({ name }, index) => [name, row[index] ?? null]));
  } catch (error) {
    ctx.app.log.warn(
      { err: error, generation: stored.id },
      'The records of a publication could not be summarized for the search.',
    );
    return {};
  }
}

/** How the values of a type are summarized, as a statement for a JSON text; null without values, or with too many. */
const summaryOf: Partial<Record<RecordField['type'], (field: RecordField, table: Sql) => Sql>> = {
  text: ({ column, isMultivalued }, table) => {
    const value = isMultivalued ? sql`unnest(${sqlName(column)})` : sqlName(column);
    return sql`select case when count(*) <= ${sqlText(String(maxTexts))} and max(length(value)) <= ${sqlText(String(maxTextLength))}
        then to_json({'texts': list(value order by value)})::varchar end
      from (select distinct ${value} as value from ${table} where ${sqlName(column)} is not null limit ${sqlText(String(maxTexts + 1))})`;
  },
  date: ({ column }, table) => rangeOf(column, table, 86_400),
  datetime: ({ column }, table) => rangeOf(column, table, 1),
};

/** The range of the times in a column, of the years that PostgreSQL and people know; a time lasts a day or a second. */
const rangeOf = (column: string, table: Sql, seconds: number): Sql => sql`
  select case when count(*) > 0 then to_json({'from': min(second), 'until': max(second) + ${sqlText(String(seconds))}})::varchar end
  from (select floor(epoch(${sqlName(column)}))::bigint as second from ${table}
    where ${sqlName(column)} >= '0001-01-01' and ${sqlName(column)} < '9999-12-31')`;

/** The summaries of fields, without texts beyond the length of all. */
function withinLength(found: readonly (readonly [name: string, json: string | null])[]): RecordSummary {
  let length = 0;
  return Object.fromEntries(
    found.flatMap(([name, json]): (readonly [string, FieldSummary])[] => {
      const summary: unknown = json === null ? null : JSON.parse(json);
      if (!isFieldSummary(summary)) return [];
      if ('from' in summary) return [[name, summary]];
      const own = summary.texts.reduce((sum, text) => sum + text.length, 0);
      if (length + own > maxLength) return [];
      length += own;
      return [[name, summary]];
    }),
  );
}

const isFieldSummary = (value: unknown): value is FieldSummary =>
  isJsonObject(value) && ('from' in value || Array.isArray(value['texts']));
