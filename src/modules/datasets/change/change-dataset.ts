import type { RequestContext } from '../../../api/context.ts';
import type { SectionName } from '../../../api/sections/section-name.ts';
import { inTransaction } from '../../../api/transaction.ts';
import type { DatasetRight } from '../../access/index.ts';
import type { DatasetEntity } from '../dataset.entity.ts';
import { lockDataset } from './lock-dataset.ts';
import { recordVersion } from './record-version.ts';

/** What a change is about. */
export interface DatasetChange {
  /** The parts that a version names as changed. */
  readonly sections: readonly SectionName[];
  /** Parts that change too, without being named. */
  readonly touches?: readonly SectionName[];
  /** The rights that the caller needs; to edit, and to manage where the security changes, unless told. */
  readonly rights?: readonly DatasetRight[];
  /** The revision that the caller has seen; another one fails REVISION_MISMATCH. */
  readonly expectedRevision?: number | null | undefined;
  /** Whether the input asks for nothing: the work only finds what is named, and there is no revision and no version. */
  readonly isEmpty?: boolean;
}

/**
 * The one door for change: locks the dataset, authorizes, runs the work in one transaction, raises the revision, stamps
 * updated_at and updated_by, and records a version. Fails NOT_FOUND, PERMISSION_DENIED, REVISION_MISMATCH in this order.
 */
export function changeDataset<T>(
  ctx: RequestContext,
  uid: string,
  change: DatasetChange,
  work: (tx: RequestContext, dataset: DatasetEntity) => Promise<T> | T,
): Promise<T> {
  return inTransaction(ctx, async (tx) => {
    const dataset = await lockDataset(
      tx,
      uid,
      change.rights ?? rightsToChange(change.sections),
      change.expectedRevision,
    );
    const result = await work(tx, dataset);
    if (change.isEmpty) return result;
    await tx.em.flush();
    await recordVersion(tx, uid, { ...change, isFirst: dataset.revision === 0 });
    return result;
  });
}

/** The right to edit, and where the security changes the right to manage (docs/contract/rest.md, Who may do what). */
export const rightsToChange = (sections: readonly SectionName[]): readonly DatasetRight[] =>
  sections.includes('security') ? ['edit', 'manage'] : ['edit'];
