import { isDeepStrictEqual } from 'node:util';
import type { RequestContext } from '../../api/context.ts';
import type { SectionName } from '../../api/section.ts';
import { fail } from '../../kernel/fail.ts';
import { readSecurity } from '../access/index.ts';
import { changeDataset } from './change-dataset.ts';
import { checkDatasetId, untilDatasetIdIsFree } from './dataset-id.rules.ts';
import type { DatasetEntity } from './dataset.entity.ts';
import type { UpdateDatasetInput } from './dataset.inputs.ts';
import { checkRights, lockDataset } from './lock-dataset.ts';
import { inTransaction } from '../../api/transaction.ts';

/** Changes a dataset's own properties; what the input leaves out is kept, and an empty input changes nothing. */
export async function updateDataset(ctx: RequestContext, input: UpdateDatasetInput): Promise<string> {
  const { uid, expectedRevision } = input;
  const sections = sectionsOf(input);
  if (sections.length === 0) await inTransaction(ctx, (tx) => lockDataset(tx, uid, ['edit'], expectedRevision));
  else await untilDatasetIdIsFree(() => changeDataset(ctx, uid, { sections, rights: ['edit'], expectedRevision }, (tx, dataset) => apply(tx, dataset, input)));
  return uid;
}

function sectionsOf({ datasetId, isFeedbackEnabled, isRestricted, defaultSecurity }: UpdateDatasetInput): SectionName[] {
  const data: SectionName[] = datasetId == null && isFeedbackEnabled == null ? [] : ['data'];
  return isRestricted == null && defaultSecurity == null ? data : [...data, 'security'];
}

async function apply(tx: RequestContext, dataset: DatasetEntity, input: UpdateDatasetInput): Promise<void> {
  const isRestricted = input.isRestricted ?? dataset.isRestricted;
  const defaultSecurity = input.defaultSecurity == null ? dataset.defaultSecurity : readSecurity(input.defaultSecurity, 'defaultSecurity');
  // clients send back what they read: only a real change of the security needs the right to manage
  if (isRestricted !== dataset.isRestricted || !isDeepStrictEqual(defaultSecurity, dataset.defaultSecurity)) {
    await checkRights(tx, dataset.uid, ['manage']);
  }
  if (input.datasetId != null && input.datasetId !== dataset.datasetId) {
    if (dataset.isPublished) fail('DATASET_ID_FROZEN');
    await checkDatasetId(tx, input.datasetId, dataset.uid);
    dataset.datasetId = input.datasetId;
  }
  dataset.isFeedbackEnabled = input.isFeedbackEnabled ?? dataset.isFeedbackEnabled;
  dataset.isRestricted = isRestricted;
  dataset.defaultSecurity = defaultSecurity;
}
