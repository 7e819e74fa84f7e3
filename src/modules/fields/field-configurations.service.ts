import type { RequestContext } from '../../api/context.ts';
import { checkAll } from '../../kernel/check-all.ts';
import { fail, failFields, requiredMessage } from '../../kernel/fail.ts';
import { newUid } from '../../kernel/ids.ts';
import { sql } from '../../kernel/sql.ts';
import { changeDataset, checkPartLimit, type DatasetEntity } from '../datasets/index.ts';
import { FieldConfigurationEntity } from './field-configuration.entity.ts';
import type {
  AppendFieldConfigurationInput,
  DeleteFieldConfigurationInput,
  UpdateFieldConfigurationInput,
} from './field-configuration.inputs.ts';
import { parseConfiguration, parseLabel, parseStep } from './field-configuration.rules.ts';

/** Appends a field configuration to a dataset's stack and returns its uid. */
export function appendFieldConfiguration(
  ctx: RequestContext,
  { datasetUid, label, configuration, expectedRevision }: AppendFieldConfigurationInput,
): Promise<string> {
  return changeDataset(ctx, datasetUid, { sections: ['fields'], expectedRevision }, async (tx, dataset) => {
    const position = await tx.em.count(FieldConfigurationEntity, { dataset });
    checkPartLimit('fields', position + 1);
    const parsed = parseConfiguration(label, configuration);
    const uid = newUid('field');
    tx.em.create(FieldConfigurationEntity, { uid, dataset, position, ...parsed });
    return uid;
  });
}

/** Changes a field configuration in place and returns its uid. Omitted fields are kept; an empty input changes nothing. */
export function updateFieldConfiguration(ctx: RequestContext, input: UpdateFieldConfigurationInput): Promise<string> {
  const { datasetUid, uid, expectedRevision, label, configuration } = input;
  const isEmpty = label === undefined && configuration === undefined;
  return changeDataset(ctx, datasetUid, { sections: ['fields'], expectedRevision, isEmpty }, async (tx, dataset) => {
    applyChange(await findFieldConfiguration(tx, dataset, uid), input);
    return uid;
  });
}

/** Sets the given label and step. Fails INVALID_INPUT with all problems of both. */
function applyChange(found: FieldConfigurationEntity, { label, configuration }: UpdateFieldConfigurationInput): void {
  const [labelChange, stepChange] = checkAll(
    () => (label === undefined ? {} : { label: parseLabel(label ?? failFields({ label: [requiredMessage] })) }),
    () =>
      configuration === undefined ? {} : parseStep(configuration ?? failFields({ configuration: [requiredMessage] })),
  );
  Object.assign(found, labelChange, stepChange);
}

/** Removes a field configuration from a dataset's stack and returns its uid; the following ones move up. */
export function deleteFieldConfiguration(
  ctx: RequestContext,
  { datasetUid, uid, expectedRevision }: DeleteFieldConfigurationInput,
): Promise<string> {
  return changeDataset(ctx, datasetUid, { sections: ['fields'], expectedRevision }, async (tx, dataset) => {
    const configuration = await findFieldConfiguration(tx, dataset, uid);
    await tx.em.remove(configuration).flush();
    await tx.db.rows(sql`
      update field_configuration set position = position - 1 where dataset_uid = ${datasetUid} and position > ${configuration.position}::int`);
    return uid;
  });
}

/** Finds a field configuration of a locked dataset; fails NOT_FOUND when the dataset has none with this uid. */
async function findFieldConfiguration(
  tx: RequestContext,
  dataset: DatasetEntity,
  uid: string,
): Promise<FieldConfigurationEntity> {
  return (await tx.em.findOne(FieldConfigurationEntity, { uid, dataset })) ?? fail('NOT_FOUND');
}
