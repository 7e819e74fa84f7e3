import { isDeepStrictEqual } from 'node:util';
import { failFields } from '#kernel/fail.ts';
import type { DatasetMetadata, MetadataValue } from '#datasets/index.ts';

/** Fields by template and name: stored metadata, or the bare values of a remote dataset. */
type Templates<Value> = Readonly<Record<string, Readonly<Record<string, Value>>>>;

/**
 * Writes one license under both its names, `default.license_id` and `internal.license_id`. `written` is the `template` or `template.field`
 * that a client wrote. If it includes one of the two names, that license is used, even if it is absent, because the client removed it.
 * Otherwise the license of `default` is used, or that of `internal` if `default` has none.
 */
export function unifyLicense<Value>(metadata: Templates<Value>, written?: string): Templates<Value> {
  const [standard, internal] = ['default', 'internal'].map((name) => metadata[name]?.['license_id']);
  const isWritten = (template: string): boolean => written === template || written === `${template}.license_id`;
  let license = standard ?? internal;
  if (isWritten('default')) license = standard;
  else if (isWritten('internal')) license = internal;
  return withLicense(withLicense(metadata, 'default', license), 'internal', license);
}

/** The metadata with `license` in one template; an undefined license removes the entry. */
function withLicense<Value>(
  metadata: Templates<Value>,
  template: string,
  license: Value | undefined,
): Templates<Value> {
  const { license_id: current, ...others } = metadata[template] ?? {};
  if (license === undefined) return current === undefined ? metadata : { ...metadata, [template]: others };
  return { ...metadata, [template]: { ...others, license_id: license } };
}

const contradictionMessage =
  'default.license_id and internal.license_id are one license: send one of them, or the same value in both.';

/**
 * Unifies the license when a client writes all metadata. If the client omits one of the names, the license under the other name is used. Of
 * two licenses, the one that differs from the stored license is used. Fails INVALID_INPUT when both differ from the stored license and from
 * each other.
 */
export function unifySentLicense(metadata: DatasetMetadata, storedMetadata: DatasetMetadata): DatasetMetadata {
  const [standard, internal] = [metadata['default']?.['license_id'], metadata['internal']?.['license_id']];
  const stored = unifyLicense(storedMetadata)['default']?.['license_id'];
  if (!standard || !internal || !differs(internal, stored)) return unifyLicense(metadata);
  if (!differs(standard, stored)) return unifyLicense(metadata, 'internal');
  if (!isDeepStrictEqual(standard.value, internal.value)) {
    failFields({
      'metadata.default.license_id': [contradictionMessage],
      'metadata.internal.license_id': [contradictionMessage],
    });
  }
  return unifyLicense(metadata, 'default');
}

/** Whether a given entry differs from the stored entry. An omitted `override_remote_value` counts as equal. */
function differs(given: MetadataValue, stored: MetadataValue | undefined): boolean {
  const storedOverride = stored?.override_remote_value ?? false;
  const givenOverride = given.override_remote_value ?? storedOverride;
  return givenOverride !== storedOverride || !isDeepStrictEqual(given.value, stored?.value ?? null);
}
