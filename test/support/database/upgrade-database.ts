import { catalogModules } from '#modules/catalog-modules.ts';
import { createServices } from '#processes/services.ts';
import type { TestApp } from '../app.ts';

/** Runs the migrations that the database lacks, and everything that follows them when a process starts. */
export async function upgradeDatabase({ databaseUrl, services }: TestApp): Promise<void> {
  const upgraded = await createServices({ ...services.config, databaseUrl }, catalogModules);
  await upgraded.closeDatabase();
}
