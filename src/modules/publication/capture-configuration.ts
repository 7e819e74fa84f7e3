import type { AppServices } from '../../api/app-services.ts';
import type { RequestContext } from '../../api/context.ts';
import type { SectionName } from '../../api/section.ts';
import { fail } from '../../kernel/fail.ts';
import { sql, sqlJoin, sqlText, type Sql } from '../../kernel/sql.ts';
import { firstRow } from '../../platform/database/database.ts';
import type { OrderConfiguration } from './publication-order.entity.ts';

/** The named parts of the dataset under the alias `d`, as one jsonb object. */
export function configurationOf({ sections }: Pick<AppServices, 'sections'>, names: readonly SectionName[]): Sql {
  const parts = names.map((name) => sections.get(name)).filter((section) => section !== undefined);
  return sql`jsonb_build_object(${sqlJoin(parts.map((section) => sql`${section.name}::text, ${section.capture(sqlText('d'))}`), ', ')})`;
}

/** What makes records of the rows of a dataset's sources, as it is configured now; fails NOT_FOUND when it is gone. */
export async function treatmentOfRows({ app, db }: RequestContext, datasetUid: Sql): Promise<Pick<OrderConfiguration, 'processors' | 'fields'>> {
  const found = await firstRow<{ configuration: OrderConfiguration }>(db, sql`
    select ${configurationOf(app, ['processors', 'fields'])} as configuration from dataset d where d.uid = ${datasetUid}`);
  return found?.configuration ?? fail('NOT_FOUND');
}
