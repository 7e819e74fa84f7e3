import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogModules } from '#modules/catalog-modules.ts';
import { createServices } from '#processes/services.ts';
import { sql } from '#kernel/sql.ts';
import { readConfig } from '#platform/config.ts';

/** Brings the empty template database to the state in which every test's database starts: migrated, without data. */
export async function prepareTemplate(url: string): Promise<void> {
  const { orm, db, jobs } = await createServices(
    {
      ...readConfig({ LOG_LEVEL: 'silent', DATA_DIR: await mkdtemp(join(tmpdir(), 'catalograph-template-')) }),
      databaseUrl: url,
    },
    catalogModules,
  );
  await jobs.start();
  await jobs.stop();
  // Every test has its own encryption key and data folder, so the template must not name one.
  await db.rows(sql`delete from secrets_canary`);
  await db.rows(sql`delete from storage_folder`);
  await orm.close();
}
