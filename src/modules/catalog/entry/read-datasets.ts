import type { RequestContext } from '#api/context.ts';
import { rowsQuery } from '#api/reading/select.ts';
import type { Row } from '#api/reading/type-source.ts';
import { sql } from '#kernel/sql.ts';
import { catalogDatasets, type CatalogDataset } from '#datasets/index.ts';

/** Reads the datasets with these uids that the caller may see, by uid, with one statement: all columns, or those in `columns`. */
export async function readDatasets(
  { db, session }: RequestContext,
  uids: readonly string[],
  columns?: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Row<CatalogDataset>>> {
  if (uids.length === 0) return new Map();
  const rows = await db.rows<Row<CatalogDataset>>(
    rowsQuery(catalogDatasets, { session, columns, where: sql`t.uid = any(${uids}::text[])` }),
  );
  return new Map(rows.map((row) => [row.uid, row]));
}
