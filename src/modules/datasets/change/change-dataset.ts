import type { RequestContext } from '#api/context.ts';
import type { SectionName } from '#api/sections/section-name.ts';
import { endRightsOfChange, keepRightsOfChange } from '#api/session/rights-of-change.ts';
import { allInOrder } from '#kernel/all-in-order.ts';
import { inTransaction } from '#api/transaction.ts';
import type { DatasetRight } from '#access/index.ts';
import type { DatasetEntity } from '../dataset.entity.ts';
import { lockDataset } from './lock-dataset.ts';
import { recordVersion } from './record-version.ts';

/** What a change affects and requires. */
export interface DatasetChange {
  /** The sections that the version lists as changed. */
  readonly sections: readonly SectionName[];
  /** Sections that change as well, but are not listed by the version. */
  readonly unlistedSections?: readonly SectionName[];
  /** The rights that the caller needs. By default `edit`, and `manage` where the security changes. */
  readonly rights?: readonly DatasetRight[];
  /** The revision that the caller last read. Any other revision fails with REVISION_MISMATCH. */
  readonly expectedRevision?: number | null | undefined;
  /** Whether the input changes nothing. `apply` then only checks that the objects of the input exist, and no version is recorded. */
  readonly isEmpty?: boolean;
}

/** Rows that a change needs besides the dataset. */
export interface RowsOfChange<Rows> {
  /** Reads the rows. Its statement is sent behind that of the lock, so it reads what is true while the dataset is locked, and takes no round trip. */
  readonly read: (tx: RequestContext) => Promise<Rows>;
}

/** Changes a locked dataset, and returns the result of the change. */
type ApplyChange<T, Rows> = (tx: RequestContext, dataset: DatasetEntity, rows: Rows) => Promise<T> | T;

/**
 * Changes a dataset's configuration, except its metadata, which `changeMetadata` changes. In one transaction, it locks the dataset,
 * authorizes the caller, runs `apply`, raises the revision, sets updated_at and updated_by, and records a version. Fails NOT_FOUND,
 * PERMISSION_DENIED, REVISION_MISMATCH, in this order.
 */
export function changeDataset<T, Rows>(
  ctx: RequestContext,
  uid: string,
  change: DatasetChange & RowsOfChange<Rows>,
  apply: ApplyChange<T, Rows>,
): Promise<T>;
export function changeDataset<T>(
  ctx: RequestContext,
  uid: string,
  change: DatasetChange,
  apply: ApplyChange<T, undefined>,
): Promise<T>;
export function changeDataset<T, Rows>(
  ctx: RequestContext,
  uid: string,
  change: DatasetChange & Partial<RowsOfChange<Rows>>,
  apply: ApplyChange<T, Rows | undefined>,
): Promise<T> {
  const changesSecurity = [...change.sections, ...(change.unlistedSections ?? [])].includes('security');
  return inTransaction(ctx, async (tx) => {
    const [dataset, rows] = await allInOrder([
      lockDataset(tx, uid, change.rights ?? rightsToChange(change.sections), change.expectedRevision),
      change.read?.(tx) ?? Promise.resolve(undefined),
    ]);
    if (changesSecurity) endRightsOfChange(tx);
    else keepRightsOfChange(tx, uid);
    const result = await apply(tx, dataset, rows);
    if (change.isEmpty) return result;
    await tx.em.flush();
    await recordVersion(tx, uid, { ...change, isFirst: dataset.revision === 0 });
    // the security decides what readers see of the dataset
    if (changesSecurity) for (const hook of tx.app.registry.onPublicationChanged) await hook(tx, uid);
    return result;
  });
}

/** The right to edit, and the right to manage where the security changes (docs/contract/rest.md, Who may do what). */
export const rightsToChange = (sections: readonly SectionName[]): readonly DatasetRight[] =>
  sections.includes('security') ? ['edit', 'manage'] : ['edit'];
