import { isDeepStrictEqual } from 'node:util';
import type { RequestContext } from '#api/context.ts';
import type { SectionName } from '#api/sections/section-name.ts';
import { inTransaction } from '#api/transaction.ts';
import { checkBefore } from '#kernel/check-all.ts';
import { CatalogError, fail } from '#kernel/fail.ts';
import { parseSecurity, type DatasetRight } from '#access/index.ts';
import { changeDataset } from './change-dataset.ts';
import { checkDatasetId, retryOnTakenDatasetId } from '../dataset-id.rules.ts';
import type { DatasetEntity } from '../dataset.entity.ts';
import type { UpdateDatasetInput } from '../dataset.inputs.ts';
import { lockDataset } from './lock-dataset.ts';

/** Changes a dataset's own properties. Omitted fields are kept; an empty input changes nothing. */
export async function updateDataset(ctx: RequestContext, input: UpdateDatasetInput): Promise<string> {
  const { uid, expectedRevision } = input;
  const sections = sectionsOf(input);
  await retryOnTakenDatasetId(() =>
    inTransaction(ctx, async (tx) =>
      changeDataset(
        tx,
        uid,
        { sections, rights: await rightsFor(tx, input), expectedRevision, isEmpty: sections.length === 0 },
        (innerTx, dataset) => applyChange(innerTx, dataset, input),
      ),
    ),
  );
  return uid;
}

/**
 * The rights that the update needs. Clients send back the security that they read, so only a different security needs the right to manage.
 */
async function rightsFor(tx: RequestContext, input: UpdateDatasetInput): Promise<readonly DatasetRight[]> {
  if (input.isRestricted == null && input.defaultSecurity == null) return ['edit'];
  return changesSecurity(await lockDataset(tx, input.uid, ['edit']), input) ? ['edit', 'manage'] : ['edit'];
}

/** Whether the input would change the security of the dataset, or has an invalid security. */
function changesSecurity(dataset: DatasetEntity, { isRestricted, defaultSecurity }: UpdateDatasetInput): boolean {
  if (isRestricted != null && isRestricted !== dataset.isRestricted) return true;
  try {
    return (
      defaultSecurity != null &&
      !isDeepStrictEqual(parseSecurity(defaultSecurity, 'defaultSecurity'), dataset.defaultSecurity)
    );
  } catch (error) {
    // only callers who may set the security see why the input is invalid
    if (error instanceof CatalogError) return true;
    throw error;
  }
}

/** The sections whose fields the input contains. */
function sectionsOf({
  datasetId,
  isFeedbackEnabled,
  isRestricted,
  defaultSecurity,
}: UpdateDatasetInput): SectionName[] {
  const data: SectionName[] = datasetId == null && isFeedbackEnabled == null ? [] : ['data'];
  return isRestricted == null && defaultSecurity == null ? data : [...data, 'security'];
}

async function applyChange(tx: RequestContext, dataset: DatasetEntity, input: UpdateDatasetInput): Promise<void> {
  // checkBefore runs checkId only to report an invalid security and an invalid identifier together
  const checkId = () => checkNewDatasetId(tx, dataset, input.datasetId ?? dataset.datasetId);
  dataset.defaultSecurity = await checkBefore(
    () =>
      input.defaultSecurity == null ? dataset.defaultSecurity : parseSecurity(input.defaultSecurity, 'defaultSecurity'),
    checkId,
  );
  dataset.datasetId = await checkId();
  dataset.isFeedbackEnabled = input.isFeedbackEnabled ?? dataset.isFeedbackEnabled;
  dataset.isRestricted = input.isRestricted ?? dataset.isRestricted;
}

/**
 * Returns the identifier. Fails as `checkDatasetId` does, and with DATASET_ID_FROZEN when the identifier of a published dataset would
 * change.
 */
async function checkNewDatasetId(tx: RequestContext, dataset: DatasetEntity, datasetId: string): Promise<string> {
  if (datasetId === dataset.datasetId) return datasetId;
  if (dataset.isPublished) fail('DATASET_ID_FROZEN');
  await checkDatasetId(tx, datasetId, dataset.uid);
  return datasetId;
}
