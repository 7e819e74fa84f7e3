import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import type { BenchDatabase } from './database/bench-database.ts';
import { seedPortal } from './servers/seed-portal.ts';
import { repository, startGateway, type Gateway } from './servers/start-gateway.ts';

/** Users who may edit everything; one user has 50 keys and 20 streams at most. */
export const readers: readonly string[] = Array.from({ length: 25 }, (_, at) => `reader${String(at)}`);

/** Together a thousand, as many as there are documents in many-documents.ts. */
const keysOfReader = 40;

/** What a catalog is prepared for. */
interface CatalogOptions {
  readonly name?: 'gateway' | 'baseline';
  /** The repository whose gateway and whose catalog.sql it is. */
  readonly root?: string;
}

/** Starts a gateway on an empty database, which it migrates, and adds what fills a catalog, the users and their keys. */
export async function startWithCatalog(
  database: BenchDatabase,
  folder: string,
  { name = 'gateway', root = repository }: CatalogOptions = {},
): Promise<Gateway> {
  const gateway = await startGateway(database.url, join(folder, name), { name, root });
  await database.run(pathToFileURL(join(root, 'bench/database/catalog.sql')));
  await database.run('relations.sql');
  await database.rows('select catalog_fill.people()');
  // another commit's catalog.sql may know fewer users; what their keys are needed for is then left out
  for (const caller of ['editor', 'contributor'] as const)
    await gateway.admit(caller).catch((error: unknown) => {
      if (name === 'gateway') throw error;
    });
  const addReaders = `insert into user_account (username, permissions) select unnest($1::text[]), '{edit_dataset}'`;
  await database.rows(addReaders, [readers]);
  await gateway.addKeys(readers, keysOfReader);
  await seedPortal(gateway);
  return gateway;
}
