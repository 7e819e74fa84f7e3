import { isDeepStrictEqual } from 'node:util';
import { captureSnapshots } from '#api/sections/capture-sections.ts';
import type { RequestContext } from '#api/context.ts';
import { inTransaction } from '#api/transaction.ts';
import { fail, failFields } from '#kernel/fail.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { violatedUniqueConstraint } from '#platform/database/errors.ts';
import { changeDataset, lockDataset, retryOnTakenDatasetId } from '#datasets/index.ts';
import { loadVersions } from './load-versions.ts';
import type { RestoreVersionInput } from './version.inputs.ts';
import { restoreBlockedReason } from './version.rules.ts';

/**
 * Restores a version of a dataset and returns the dataset's uid. The restored state is recorded as a new version, which lists
 * the changed sections: none when the restored version equals the current state. The publication and its status do not
 * change. Fails INVALID_INPUT with the reason when the version cannot be restored.
 */
export async function restoreVersion(
  ctx: RequestContext,
  { datasetUid, uid, expectedRevision }: RestoreVersionInput,
): Promise<string> {
  await retryOnTakenDatasetId(() =>
    inTransaction(ctx, async (tx) => {
      // the changes determine the rights, so the version is read before the rights are checked
      await lockDataset(tx, datasetUid, ['read']);
      const [version] = await loadVersions(tx, [uid]);
      if (version?.datasetUid !== datasetUid) fail('NOT_FOUND');
      const current = await captureSnapshots(tx, datasetUid);
      const changed = [...tx.app.registry.sections.values()].filter(
        ({ name }) => name in version.snapshots && !isDeepStrictEqual(version.snapshots[name], current[name]),
      );
      for (const section of changed) await section.authorize?.(tx, datasetUid, version.snapshots[section.name] ?? null);
      await changeDataset(
        tx,
        datasetUid,
        { sections: changed.map(({ name }) => name), expectedRevision },
        async (innerTx) => {
          await checkRestorable(innerTx, uid);
          for (const section of changed)
            await section.write(innerTx, datasetUid, version.snapshots[section.name] ?? null);
        },
      );
    }),
  ).catch((error: unknown) => {
    if (violatedUniqueConstraint(error)?.endsWith('_pkey'))
      failFields({ canRestore: ['A part of this version was deleted, and another dataset now has its uid.'] });
    throw error;
  });
  return datasetUid;
}

/** Fails INVALID_INPUT with the reason when the version cannot be restored. */
async function checkRestorable({ db }: RequestContext, uid: string): Promise<void> {
  const v = sqlText('v');
  const found = await firstRow<{ reason: string | null }>(
    db,
    sql`select ${restoreBlockedReason(v)} as reason from dataset_version v where v.uid = ${uid}`,
  );
  if (found?.reason != null) failFields({ canRestore: [found.reason] });
}
