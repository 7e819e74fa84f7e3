import { randomUUID } from 'node:crypto';
import { findPackageJSON } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { RequestContext, Services } from '#api/context.ts';
import type { Graph } from '#api/graph.ts';
import { anonymous, domainPermissions } from '#api/session.ts';
import { inTransaction } from '#api/transaction.ts';
import { sql } from '#kernel/sql.ts';
import { type DatabaseClient, firstRow } from '#platform/database/database-client.ts';
import { createContext } from '#server/create-context.ts';
import { administrator, lockSeeding } from './seed-administrator.ts';
import { updatePortalSettingsMutation, uploadPortalImageMutation } from './operations.ts';
import { readSeededFile, seedDataset } from './seed-dataset.ts';
import { contextForUser, seedPortal, withSetupErrors } from './seed-portal.ts';
import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { SetupError } from '#platform/system-errors.ts';
import { catalogFile, type CatalogFile, checkReferences } from './catalog-file.ts';
import { GroupEntity, MembershipEntity, storeKey, UserEntity } from '#identity/index.ts';

/** The datasets and keys that were seeded. */
interface SeededCatalog {
  /** Those that are not published are drafts. */
  readonly datasets: readonly {
    readonly datasetId: string;
    readonly isPublished: boolean;
    readonly isRestricted: boolean;
  }[];
  /** The generated API keys. */
  readonly keys: readonly GeneratedKey[];
}

/** The catalog file of the demo. The build does not copy the file, so it is read from the sources. */
const demoFile = join(dirname(findPackageJSON(import.meta.url) ?? ''), 'src/seed/demo/catalog.json');

const nothingSeeded: SeededCatalog = Object.freeze({ datasets: [], keys: [] });

/** Fills an empty catalog as SEED configures, in one transaction. Fails with a SetupError for an invalid catalog file. A folder of files is applied by `seedFolder`. */
export async function seedCatalog({
  graph,
  services,
}: {
  readonly graph: Graph;
  readonly services: Services;
}): Promise<SeededCatalog> {
  const { seed } = services.config;
  if (seed.kind === 'none' || !(await isEmptyCatalog(services.db))) return nothingSeeded;
  const path = resolve(seed.kind === 'file' ? seed.path : demoFile);
  if (await isSeedFolder(path)) return nothingSeeded;
  const catalog = await readCatalogFile(path);
  return inTransaction(createContext(services, anonymous, randomUUID()), async (tx) => {
    await lockSeeding(tx);
    if (!(await isEmptyCatalog(tx.db))) return nothingSeeded;
    const keys = await seedUsers(tx, catalog);
    await seedSettings(tx, graph, catalog.portal, dirname(path));
    const uids = new Map<string, string>();
    for (const dataset of catalog.datasets)
      uids.set(dataset.datasetId, await seedDataset(tx, graph, dataset, dirname(path)));
    await seedPortal(tx, graph, catalog, uids);
    const datasets = catalog.datasets.map(({ datasetId, published, isRestricted }) => ({
      datasetId,
      isPublished: published,
      isRestricted,
    }));
    return { datasets, keys };
  });
}

/** Sets the settings of the portal, in the name of the administrator; `folder` is the base of the path of the logo. */
function seedSettings(
  tx: RequestContext,
  graph: Graph,
  { logo, settings = {}, ...flags }: CatalogFile['portal'],
  folder: string,
): Promise<void> {
  const ctx = contextForUser(tx, administrator, domainPermissions);
  return withSetupErrors('portal', async () => {
    const file = logo && (await readSeededFile(logo, folder));
    const image =
      file && (await graph.execute(uploadPortalImageMutation, { input: { file } }, ctx)).uploadPortalImage.image;
    const input = { ...settings, ...flags, ...(image && { logo: image.sha256 }) };
    await graph.execute(updatePortalSettingsMutation, { input }, ctx);
  });
}

/** Whether SEED names a folder of files, and not one file. */
export const isSeedFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() ?? false;

/** Whether the catalog has no dataset, page, form, term or group, and no user besides the administrator. */
export const isEmptyCatalog = async (db: DatabaseClient): Promise<boolean> =>
  (await firstRow(
    db,
    sql`
  select 1 from user_account where username <> ${administrator}
  union all select 1 from user_group
  union all select 1 from dataset
  union all select 1 from portal_page
  union all select 1 from form
  union all select 1 from glossary_term
  limit 1`,
  )) === undefined;

/** Reads a catalog file. Fails with one SetupError that lists all problems with their paths. */
export async function readCatalogFile(path: string): Promise<CatalogFile> {
  const parsed = catalogFile.superRefine(checkReferences).safeParse(await readJson(path));
  if (parsed.success) return parsed.data;
  throw new SetupError(`The catalog file ${path} is invalid:\n${z.prettifyError(parsed.error)}`);
}

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new SetupError(`The catalog file ${path}, which SEED names, cannot be read: ${reasonOf(error)}`);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SetupError(`The catalog file ${path} is not JSON: ${reasonOf(error)}`);
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A generated key, printed once. */
interface GeneratedKey {
  readonly username: string;
  readonly label: string;
  readonly text: string;
}

/** Creates the groups, users and keys of a catalog file; returns the generated keys. */
async function seedUsers(
  tx: RequestContext,
  { groups, users }: Pick<CatalogFile, 'groups' | 'users'>,
): Promise<GeneratedKey[]> {
  const createdAt = tx.app.clock.now();
  for (const group of groups) tx.em.create(GroupEntity, { ...group, createdAt });
  for (const { username, permissions } of users)
    tx.em.create(UserEntity, { username, permissions, isActive: true, createdAt });
  await tx.em.flush();

  const generated: GeneratedKey[] = [];
  for (const { username, groups: uids, apiKeys } of users) {
    for (const uid of uids) {
      tx.em.create(MembershipEntity, {
        user: tx.em.getReference(UserEntity, username),
        group: tx.em.getReference(GroupEntity, uid),
      });
    }
    for (const { label, text, permissions = null } of apiKeys) {
      const stored = storeKey(tx, { username, label, permissions, text });
      if (text === undefined) generated.push({ username, label, text: stored.text });
    }
  }
  await tx.em.flush();
  return generated;
}
