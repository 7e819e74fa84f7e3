import { captureSnapshots } from '#api/sections/capture-sections.ts';
import type { RequestContext } from '#api/context.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { datasetRights } from '#access/index.ts';
import { compareConfigurations } from './compare-configurations.ts';
import type { Change } from './change.type.ts';
import { loadVersions } from './load-versions.ts';

/** The uids of two versions of a dataset. Without `to`, the version `from` is compared with the current state. */
export interface VersionPair {
  readonly from: string;
  readonly to: string | null | undefined;
}

/**
 * The changes from one version of a dataset to another; null when one of them does not exist. Only callers who may manage
 * the dataset see changes of rulesets (docs/contract/rest.md, Who may do what).
 */
export async function diffVersions(
  ctx: RequestContext,
  datasetUid: string,
  { from, to }: VersionPair,
): Promise<readonly Change[] | null> {
  const versions = await ctx.loaders
    .of(`versions ${from} ${to ?? ''}`, async (uids) => {
      const loaded = await loadVersions(ctx, to == null ? [from] : [from, to]);
      return uids.map((uid) => loaded.filter((version) => version.datasetUid === uid));
    })
    .load(datasetUid);
  const snapshotsOf = (versionUid: string) => versions.find(({ uid }) => uid === versionUid)?.snapshots;
  const before = snapshotsOf(from);
  if (!before) return null;
  const after = to == null ? await captureSnapshots(ctx, datasetUid) : snapshotsOf(to);
  if (!after) return null;
  const changes = compareConfigurations(ctx.app.registry.sections, before, after);
  return (await canManage(ctx, datasetUid)) ? changes : changes.filter(({ path }) => path[0] !== 'rulesets');
}

async function canManage({ db, session }: RequestContext, uid: string): Promise<boolean> {
  const d = sqlText('d');
  return (
    (await firstRow(db, sql`select 1 from dataset d where d.uid = ${uid} and ${datasetRights.manage(session, d)}`)) !==
    undefined
  );
}
