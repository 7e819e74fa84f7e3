import { sql, sqlName } from '#kernel/sql.ts';
import type { Client, GraphAnswer } from '../client.ts';
import type { TestApp } from '../app.ts';

/** Deletes a dataset. */
export const deleteDataset = (client: Client, uid: string): Promise<unknown> =>
  client.data('mutation ($uid: ID!) { deleteDataset(input: { uid: $uid }) { uid } }', { uid });

/** Restores a deleted dataset. */
export const restoreDataset = (client: Client, uid: string, datasetId?: string): Promise<GraphAnswer> =>
  client.graph(
    'mutation ($input: RestoreDatasetInput!) { restoreDataset(input: $input) { dataset { uid datasetId isPublished status { status } } } }',
    { input: { uid, datasetId } },
  );

/** Removes a deleted dataset for good. */
export const purgeDataset = (client: Client, uid: string): Promise<GraphAnswer> =>
  client.graph('mutation ($uid: ID!) { purgeDataset(input: { uid: $uid }) { uid } }', { uid });

/** The deleted datasets that a client sees. */
export const deletedDatasets = async (client: Client): Promise<ReturnType<typeof JSON.parse>[]> =>
  (
    await client.data(
      '{ deletedDatasets { nodes { uid datasetId title deletedBy { username } deletedAt expiresAt } } }',
    )
  ).deletedDatasets.nodes;

/** Tables that record or count changes, and those of the deletions themselves. */
const otherTables = new Set([
  'audit_entry',
  'caller_write',
  'catalog_change',
  'catalog_revision',
  'deletion',
  'deleted_row',
  'deleted_blob',
]);

/** All rows of all tables of the service, as PostgreSQL writes them, by table. */
export async function allRows({
  services: { db },
}: Pick<TestApp, 'services'>): Promise<Readonly<Record<string, readonly string[]>>> {
  const tables = await db.rows<{ name: string }>(
    sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`,
  );
  const found: Record<string, readonly string[]> = {};
  for (const { name } of tables.filter((table) => !otherTables.has(table.name)))
    found[name] = (
      await db.rows<{ row: string }>(sql`select t::text as row from ${sqlName(name)} t order by t::text collate "C"`)
    ).map(({ row }) => row);
  return found;
}
