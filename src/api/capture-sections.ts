import type { Json } from '#kernel/json.ts';
import { sql, sqlJoin, sqlText, type Sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import type { RequestContext, Sections } from './context.ts';
import { sectionNames, type SectionName } from './section-name.ts';

/** Snapshots of the sections of a dataset, by name; without unknown sections. */
export type Snapshots = { readonly [Name in SectionName]?: Json };

/** The expression of the named sections of the dataset under the alias, as one jsonb object by section. */
export function sectionsAsJson(sections: Sections, dataset: Sql, names: readonly SectionName[] = sectionNames): Sql {
  const parts = names.map((name) => sections.get(name)).filter((section) => section !== undefined);
  return sql`jsonb_build_object(${sqlJoin(
    parts.map((section) => sql`${section.name}::text, ${section.capture(dataset)}`),
    ', ',
  )})`;
}

/** The current snapshots of all sections of a dataset; empty when there is no such dataset. */
export async function captureSnapshots({ app, db }: RequestContext, datasetUid: string): Promise<Snapshots> {
  const captured = await firstRow<{ snapshots: Snapshots }>(
    db,
    sql`
    select ${sectionsAsJson(app.registry.sections, sqlText('d'))} as snapshots
    from dataset d
    where d.uid = ${datasetUid}`,
  );
  return captured?.snapshots ?? {};
}
