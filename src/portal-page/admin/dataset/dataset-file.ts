import type { AdminDatasetFileQuery, ApplyDatasetInput } from '../generated/operations.ts';

type StoredDataset = NonNullable<AdminDatasetFileQuery['dataset']>;

/**
 * The file for `catalograph plan` and `catalograph apply` (docs/portal-in-files.md) that makes the changes of an input. Parts that stay as they are, are left
 * out; metadata are whole, because a file replaces them. Undefined where a file cannot say it: resources that stay have datasources, whose secrets only
 * the service knows.
 */
export function fileOf(
  { datasetId, isPublished, metadataFields: stored }: StoredDataset,
  {
    resources,
    processors,
    fields,
    schedules,
    rulesets,
    isRestricted,
    defaultSecurity,
    metadataFields,
  }: ApplyDatasetInput,
): object | undefined {
  if (resources) return undefined;
  return {
    datasetId,
    isPublished,
    ...(isRestricted != null && { isRestricted }),
    ...(metadataFields && { metadata: metadataOf(stored, metadataFields) }),
    ...(processors && { processors: processors.map(({ uid: _uid, ...processor }) => processor) }),
    ...(fields && { fields: fields.map(({ label, configuration }) => ({ label, ...configuration })) }),
    ...(schedules && {
      schedules: schedules.map(({ cronSchedule, isPaused }) =>
        isPaused === true ? { cronSchedule, isPaused } : cronSchedule,
      ),
    }),
    ...(defaultSecurity && { defaultSecurity }),
    ...(rulesets && {
      rulesets: rulesets.map(({ grantee, ...ruleset }) => ({
        ...(grantee.username == null ? { group: grantee.groupUid } : { user: grantee.username }),
        ...ruleset,
      })),
    }),
  };
}

/** The values of a dataset's own after a change: template → field → value. */
function metadataOf(
  stored: StoredDataset['metadataFields'],
  changed: NonNullable<ApplyDatasetInput['metadataFields']>,
): object {
  const values = new Map<string, Map<string, unknown>>();
  const put = (template: string, field: string, value: unknown, isOwn: boolean): void => {
    const fields = values.get(template) ?? new Map<string, unknown>();
    if (isOwn) fields.set(field, value);
    else fields.delete(field);
    values.set(template, fields);
  };
  for (const { template, field, value, remoteValue, isRemoteValueOverridden } of stored)
    put(template, field, value, remoteValue == null ? value != null : isRemoteValueOverridden === true);
  for (const { template, field, value, isRemoteValueOverridden } of changed)
    put(template, field, value, isRemoteValueOverridden ?? value != null);
  return Object.fromEntries(
    [...values].flatMap(([template, fields]) => (fields.size === 0 ? [] : [[template, Object.fromEntries(fields)]])),
  );
}
