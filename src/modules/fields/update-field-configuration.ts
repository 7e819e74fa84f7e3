import type { RequestContext } from '../../api/context.ts';
import { inTransaction } from '../../api/transaction.ts';
import { failFields } from '../../kernel/fail.ts';
import { changeDataset, lockDataset } from '../datasets/index.ts';
import type { FieldConfigurationEntity } from './field-configuration.entity.ts';
import type { UpdateFieldConfigurationInput } from './field-configuration.inputs.ts';
import { acceptLabel, acceptStep } from './field-configuration.rules.ts';
import { findFieldConfiguration } from './find-field-configuration.ts';

/** Changes a field configuration in its place and answers its uid; what the input leaves out is kept, and an empty input changes nothing. */
export async function updateFieldConfiguration(ctx: RequestContext, input: UpdateFieldConfigurationInput): Promise<string> {
  const { datasetUid, uid, expectedRevision, label, configuration } = input;
  if (label === undefined && configuration === undefined) {
    await inTransaction(ctx, async (tx) => findFieldConfiguration(tx, await lockDataset(tx, datasetUid, ['edit'], expectedRevision), uid));
  } else {
    await changeDataset(ctx, datasetUid, { sections: ['fields'], expectedRevision }, async (tx, dataset) =>
      change(await findFieldConfiguration(tx, dataset, uid), input));
  }
  return uid;
}

function change(found: FieldConfigurationEntity, { label, configuration }: UpdateFieldConfigurationInput): void {
  if (label === null) failFields({ label: [required] });
  if (configuration === null) failFields({ configuration: [required] });
  Object.assign(found, label === undefined ? {} : { label: acceptLabel(label) }, configuration && acceptStep(configuration));
}

const required = 'This field is required.';
