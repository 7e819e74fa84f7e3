import type { Json } from '../../kernel/json.ts';
import { sql, sqlJoin, sqlText, type Sql } from '../../kernel/sql.ts';
import { firstRow } from '../../platform/database/database-client.ts';
import type { RequestContext, Sections } from '../context.ts';
import { sectionNames, type SectionName } from './section-name.ts';

/** The contents of parts of a dataset, by their names; those that are not known are left out. */
export type Snapshots = { readonly [Name in SectionName]?: Json };

/** The named parts of the dataset under the alias, as one jsonb object. */
export function capturedSections(sections: Sections, dataset: Sql, names: readonly SectionName[] = sectionNames): Sql {
  const parts = names.map((name) => sections.get(name)).filter((section) => section !== undefined);
  return sql`jsonb_build_object(${sqlJoin(
    parts.map((section) => sql`${section.name}::text, ${section.capture(dataset)}`),
    ', ',
  )})`;
}

/** What all parts of a dataset are now; nothing when there is no such dataset. */
export async function captureSnapshots({ app, db }: RequestContext, datasetUid: string): Promise<Snapshots> {
  const captured = await firstRow<{ contents: Snapshots }>(
    db,
    sql`
    select ${capturedSections(app.registry.sections, sqlText('d'))} as contents from dataset d where d.uid = ${datasetUid}`,
  );
  return captured?.contents ?? {};
}
