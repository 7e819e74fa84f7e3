import type { RequestContext } from '#api/context.ts';
import { checkAll } from '#kernel/check-all.ts';
import { fail, failFields, requiredMessage } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { appendPart, changeDataset, type Stack } from '#datasets/index.ts';
import { configurationPayload } from './field-configuration.source.ts';
import { FieldConfigurationEntity } from './field-configuration.entity.ts';
import type {
  AppendFieldConfigurationInput,
  DeleteFieldConfigurationInput,
  UpdateFieldConfigurationInput,
} from './field-configuration.inputs.ts';
import { parseConfiguration, parseLabel, parseStep } from './field-configuration.rules.ts';

const stack: Stack = { section: 'fields', table: 'field_configuration', part: 'field' };

/** Appends a field configuration to a dataset's stack and returns its uid. */
export const appendFieldConfiguration = (
  ctx: RequestContext,
  { datasetUid, label, configuration, expectedRevision }: AppendFieldConfigurationInput,
): Promise<string> =>
  appendPart(ctx, stack, {
    datasetUid,
    expectedRevision,
    parse() {
      const parsed = parseConfiguration(label, configuration);
      return {
        type: sql`${parsed.type}::text`,
        label: sql`${parsed.label}::text`,
        params: sql`${JSON.stringify(parsed.params)}::jsonb`,
      };
    },
    payload: (uid) => configurationPayload(ctx, datasetUid, uid),
  });

/** Changes a field configuration in place and returns its uid. Omitted fields are kept; an empty input changes nothing. */
export function updateFieldConfiguration(ctx: RequestContext, input: UpdateFieldConfigurationInput): Promise<string> {
  const { datasetUid, uid, expectedRevision, label, configuration } = input;
  const isEmpty = label === undefined && configuration === undefined;
  const read = findFieldConfiguration(datasetUid, uid);
  return changeDataset(
    ctx,
    datasetUid,
    { sections: ['fields'], expectedRevision, isEmpty, read },
    (_tx, _dataset, found) => {
      applyChange(found, input);
      return uid;
    },
  );
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
  const read = findFieldConfiguration(datasetUid, uid);
  return changeDataset(
    ctx,
    datasetUid,
    { sections: ['fields'], expectedRevision, read },
    async (tx, _dataset, configuration) => {
      await tx.em.remove(configuration).flush();
      await tx.db.send(sql`
      update field_configuration
      set position = position - 1
      where dataset_uid = ${datasetUid} and position > ${configuration.position}::int`);
      return uid;
    },
  );
}

/** Makes the function that finds a field configuration of a dataset; it fails NOT_FOUND when the dataset has none with this uid. */
const findFieldConfiguration =
  (datasetUid: string, uid: string) =>
  async ({ em }: RequestContext): Promise<FieldConfigurationEntity> =>
    (await em.findOne(FieldConfigurationEntity, { uid, dataset: datasetUid })) ?? fail('NOT_FOUND');
