import { sectionsAsJson } from '#api/capture-sections.ts';
import type { RequestContext } from '#api/context.ts';
import { fail } from '#kernel/fail.ts';
import { sql, sqlText, type Sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { definersOfProcessors } from '#processors/index.ts';
import type { RunConfiguration } from '../run/publication-run.entity.ts';

/** The current transform configuration of a dataset; fails NOT_FOUND when the dataset was deleted. */
export async function currentTransform(
  { app, db }: RequestContext,
  datasetUid: Sql,
): Promise<Pick<RunConfiguration, 'processors' | 'fields' | 'definers'>> {
  const found = await firstRow<{ configuration: RunConfiguration }>(
    db,
    sql`
    select ${sectionsAsJson(app.registry.sections, sqlText('d'), ['processors', 'fields'])} || jsonb_build_object('definers', ${definersOfProcessors(sqlText('d'))}) as configuration from dataset d where d.uid = ${datasetUid}`,
  );
  return found?.configuration ?? fail('NOT_FOUND');
}
