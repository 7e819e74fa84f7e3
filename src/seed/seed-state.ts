import type { Services } from '#api/context.ts';
import { seedKeyUid } from '#api/session.ts';
import { sql } from '#kernel/sql.ts';
import { type DatabaseClient, firstRow } from '#platform/database/database-client.ts';
import { administrator } from './seed-administrator.ts';

/**
 * Whether SEED names files, and the catalog is empty or an earlier start was ended before all was applied. While the key of the files is valid,
 * they are not applied whole; once it is revoked, they are, and never again.
 */
export const isSeedDue = async ({ config: { seed }, db }: Pick<Services, 'config' | 'db'>): Promise<boolean> => {
  if (seed.kind === 'none') return false;
  const key = await firstRow<{ isUsed: boolean }>(
    db,
    sql`select revoked_at is not null as "isUsed" from api_key where uid = ${seedKeyUid}`,
  );
  return key ? !key.isUsed : isEmptyCatalog(db);
};

/** Whether the catalog has no dataset, page, form, term or group, and no user besides the administrator. */
const isEmptyCatalog = async (db: DatabaseClient): Promise<boolean> =>
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

/** A dataset, and whether everyone sees it, only those with a right, or only its editors. */
interface SeededDataset {
  readonly datasetId: string;
  readonly isPublished: boolean;
  readonly isRestricted: boolean;
}

/** The datasets of a catalog that was seeded. */
export const readSeededDatasets = (db: DatabaseClient): Promise<readonly SeededDataset[]> =>
  db.rows<SeededDataset>(sql`
    select dataset_id as "datasetId", is_published as "isPublished", is_restricted as "isRestricted"
    from dataset order by dataset_id limit 100`);
