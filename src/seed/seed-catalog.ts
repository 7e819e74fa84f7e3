import { randomUUID } from 'node:crypto';
import { findPackageJSON } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { Services } from '#api/context.ts';
import type { Graph } from '#api/graph.ts';
import { anonymous } from '#api/session/session.ts';
import { inTransaction } from '#api/transaction.ts';
import { sql } from '#kernel/sql.ts';
import { PortalSettingEntity } from '#portal/index.ts';
import { firstRow, type DatabaseClient } from '#platform/database/database-client.ts';
import { createContext } from '#server/create-context.ts';
import { lockSeeding } from './lock-seeding.ts';
import { readCatalogFile } from './read-catalog-file.ts';
import { administrator } from './seed-administrator.ts';
import { seedDataset } from './seed-dataset.ts';
import { seedUsers, type GeneratedKey } from './seed-users.ts';
import { seedPortal } from './seed-portal.ts';

/** The datasets and keys that were seeded. */
export interface SeededCatalog {
  readonly datasetIds: readonly string[];
  /** The generated API keys. */
  readonly keys: readonly GeneratedKey[];
}

/** The catalog file of the demo. The build does not copy the file, so it is read from the sources. */
const demoFile = join(dirname(findPackageJSON(import.meta.url) ?? ''), 'src/seed/demo/catalog.json');

const nothingSeeded: SeededCatalog = Object.freeze({ datasetIds: [], keys: [] });

/** Fills an empty catalog as SEED configures, in one transaction. Fails with a SetupError for an invalid catalog file. */
export async function seedCatalog({
  graph,
  services,
}: {
  readonly graph: Graph;
  readonly services: Services;
}): Promise<SeededCatalog> {
  const { seed } = services.config;
  if (seed.kind === 'none' || !(await isEmpty(services.db))) return nothingSeeded;
  const path = resolve(seed.kind === 'file' ? seed.path : demoFile);
  const catalog = await readCatalogFile(path);
  return inTransaction(createContext(services, anonymous, randomUUID()), async (tx) => {
    await lockSeeding(tx);
    if (!(await isEmpty(tx.db))) return nothingSeeded;
    await tx.em.nativeUpdate(PortalSettingEntity, { id: 1 }, catalog.portal);
    const keys = await seedUsers(tx, catalog);
    const uids = new Map<string, string>();
    for (const dataset of catalog.datasets)
      uids.set(dataset.datasetId, await seedDataset(tx, graph, dataset, dirname(path)));
    await seedPortal(tx, graph, catalog, uids);
    return { datasetIds: catalog.datasets.map(({ datasetId }) => datasetId), keys };
  });
}

/** Whether the catalog has no dataset, no group, and no user besides the administrator. */
const isEmpty = async (db: DatabaseClient): Promise<boolean> =>
  (await firstRow(
    db,
    sql`
  select 1 from user_account where username <> ${administrator} union all select 1 from user_group union all select 1 from dataset limit 1`,
  )) === undefined;
