import { isDeepStrictEqual } from 'node:util';
import { captureSnapshots } from '../../api/sections/capture-sections.ts';
import type { RequestContext } from '../../api/context.ts';
import { inTransaction } from '../../api/transaction.ts';
import { fail, failFields } from '../../kernel/fail.ts';
import { sql, sqlText } from '../../kernel/sql.ts';
import { firstRow } from '../../platform/database/database-client.ts';
import { violatedConstraint } from '../../platform/database/errors.ts';
import { changeDataset, lockDataset, retryOnTakenDatasetId } from '../datasets/index.ts';
import { loadVersions } from './load-versions.ts';
import type { RestoreVersionInput } from './version.inputs.ts';
import { cannotRestoreReason } from './version.rules.ts';

/**
 * Brings a dataset back to a version and answers the dataset's uid. A new version tells what changed by it, nothing where
 * that is the present state; publication and status stay. Fails INVALID_INPUT with the reason where it cannot be restored.
 */
export async function restoreVersion(
  ctx: RequestContext,
  { datasetUid, uid, expectedRevision }: RestoreVersionInput,
): Promise<string> {
  await retryOnTakenDatasetId(() =>
    inTransaction(ctx, async (tx) => {
      // what changes decides on the rights: the version is looked up before they are checked
      await lockDataset(tx, datasetUid, ['read']);
      const [version] = await loadVersions(tx, [uid]);
      if (version?.datasetUid !== datasetUid) fail('NOT_FOUND');
      const present = await captureSnapshots(tx, datasetUid);
      const changed = [...tx.app.registry.sections.values()].filter(
        ({ name }) => name in version.contents && !isDeepStrictEqual(version.contents[name], present[name]),
      );
      for (const section of changed) await section.authorize?.(tx, datasetUid, version.contents[section.name] ?? null);
      await changeDataset(
        tx,
        datasetUid,
        { sections: changed.map(({ name }) => name), expectedRevision },
        async (inside) => {
          await checkRestorable(inside, uid);
          for (const section of changed)
            await section.write(inside, datasetUid, version.contents[section.name] ?? null);
        },
      );
    }),
  ).catch((error: unknown) => {
    if (violatedConstraint(error)?.endsWith('_pkey'))
      failFields({ canRestore: ['A part of this version is gone, and another dataset has its uid by now.'] });
    throw error;
  });
  return datasetUid;
}

async function checkRestorable({ db }: RequestContext, uid: string): Promise<void> {
  const v = sqlText('v');
  const found = await firstRow<{ reason: string | null }>(
    db,
    sql`select ${cannotRestoreReason(v)} as reason from dataset_version v where v.uid = ${uid}`,
  );
  if (found?.reason != null) failFields({ canRestore: [found.reason] });
}
