import type { RequestContext } from '../../api/context.ts';
import type { BlockSettings } from '../../engine/blocks/block.ts';
import { sql, sqlAnd, type Sql } from '../../kernel/sql.ts';
import { recordsMatching } from '../access/index.ts';
import { seenDatasets } from './seen-dataset.ts';

/** How many records of a dataset are looked through: nobody waits for those of a very large one. */
const mostRecords = 100_000;
/** A longer value is no option. */
const longestOption = 2000;

/** The values of a field, as texts, that records of a dataset hold and the caller may see, in order; `narrow` is a condition on such a text. */
export async function recordOptions(
  ctx: RequestContext, { datasetUid, field }: BlockSettings['advancedChoice'], narrow: (option: Sql) => Sql | undefined, most: number,
): Promise<readonly string[]> {
  const dataset = (await seenDatasets(ctx, [datasetUid])).get(datasetUid);
  if (!dataset?.fields.has(field)) return [];
  const option = sql`r.option`;
  const rows = await ctx.db.rows<{ option: string }>(sql`
    select distinct ${option} as option from (
      select btrim(f.value ->> ${field}::text) as option, f.value from (
        select value from record where generation = ${dataset.generation}::bigint order by position limit ${mostRecords}::int) f
      where jsonb_typeof(f.value -> ${field}::text) in ('string', 'number', 'boolean')) r
    where ${sqlAnd(sql`length(${option}) between 1 and ${longestOption}::int`, dataset.records ? recordsMatching(dataset.records, sql`r.value`) : undefined, narrow(option))}
    order by 1 limit ${most}::int`);
  return rows.map((row) => row.option);
}
