import { capturedSections } from '../../api/sections/capture-sections.ts';
import type { RequestContext } from '../../api/context.ts';
import { fail } from '../../kernel/fail.ts';
import { sql, sqlText, type Sql } from '../../kernel/sql.ts';
import { firstRow } from '../../platform/database/database-client.ts';
import { definersOfProcessors } from '../processors/index.ts';
import type { OrderConfiguration } from './publication-order.entity.ts';

/** What makes records of the rows of a dataset's sources, as it is configured now; fails NOT_FOUND when it is gone. */
export async function treatmentOfRows(
  { app, db }: RequestContext,
  datasetUid: Sql,
): Promise<Pick<OrderConfiguration, 'processors' | 'fields' | 'definers'>> {
  const found = await firstRow<{ configuration: OrderConfiguration }>(
    db,
    sql`
    select ${capturedSections(app.registry.sections, sqlText('d'), ['processors', 'fields'])} || jsonb_build_object('definers', ${definersOfProcessors(sqlText('d'))}) as configuration from dataset d where d.uid = ${datasetUid}`,
  );
  return found?.configuration ?? fail('NOT_FOUND');
}
