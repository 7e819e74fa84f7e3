import type { RequestContext } from '../../api/context.ts';
import { changeDataset } from '../datasets/index.ts';
import { findRuleset } from './find-ruleset.ts';
import { keyOfGrantee, type Grantee } from './grantee.ts';

/** Takes the ruleset of a user or a group on a dataset away and answers the holder's name; fails NOT_FOUND where there is none. */
export function deleteRuleset(
  ctx: RequestContext,
  holder: Grantee,
  { datasetUid, expectedRevision }: { datasetUid: string; expectedRevision?: number | null },
): Promise<string> {
  return changeDataset(ctx, datasetUid, { sections: ['security'], expectedRevision }, async (tx) => {
    tx.em.remove(await findRuleset(tx, datasetUid, holder));
    return keyOfGrantee(holder);
  });
}
