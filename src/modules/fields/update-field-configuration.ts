import type { RequestContext } from '../../api/context.ts';
import { checkAll } from '../../kernel/check-all.ts';
import { failFields, required } from '../../kernel/fail.ts';
import { changeDataset } from '../datasets/index.ts';
import type { FieldConfigurationEntity } from './field-configuration.entity.ts';
import type { UpdateFieldConfigurationInput } from './field-configuration.inputs.ts';
import { parseLabel, parseStep } from './field-configuration.rules.ts';
import { findFieldConfiguration } from './find-field-configuration.ts';

/** Changes a field configuration in its place and answers its uid; what the input leaves out is kept, and an empty input changes nothing. */
export function updateFieldConfiguration(ctx: RequestContext, input: UpdateFieldConfigurationInput): Promise<string> {
  const { datasetUid, uid, expectedRevision, label, configuration } = input;
  const isEmpty = label === undefined && configuration === undefined;
  return changeDataset(ctx, datasetUid, { sections: ['fields'], expectedRevision, isEmpty }, async (tx, dataset) => {
    change(await findFieldConfiguration(tx, dataset, uid), input);
    return uid;
  });
}

function change(found: FieldConfigurationEntity, { label, configuration }: UpdateFieldConfigurationInput): void {
  const [labelled, step] = checkAll(
    () => (label === undefined ? {} : { label: parseLabel(label ?? failFields({ label: [required] })) }),
    () => (configuration === undefined ? {} : parseStep(configuration ?? failFields({ configuration: [required] }))),
  );
  Object.assign(found, labelled, step);
}
