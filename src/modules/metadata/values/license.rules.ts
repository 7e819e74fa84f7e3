import { isDeepStrictEqual } from 'node:util';
import { failFields } from '../../../kernel/fail.ts';
import type { DatasetMetadata, MetadataValue } from '../../datasets/index.ts';

/** Templates by name, each with its fields by name: metadata as they are stored, or the bare values of a remote dataset. */
type Templates<Value> = Readonly<Record<string, Readonly<Record<string, Value>>>>;

/**
 * The metadata with one license under both its names, `default.license_id` and `internal.license_id`. Where a
 * client wrote one of the two, as a `template` or a `template.field`, it decides, also by leaving the license out; otherwise
 * `default` decides, then `internal`.
 */
export function unifyLicense<Value>(metadata: Templates<Value>, written?: string): Templates<Value> {
  const [standard, internal] = ['default', 'internal'].map((name) => metadata[name]?.['license_id']);
  const isWritten = (template: string): boolean => written === template || written === `${template}.license_id`;
  const license = isWritten('default') ? standard : isWritten('internal') ? internal : (standard ?? internal);
  return withLicense(withLicense(metadata, 'default', license), 'internal', license);
}

function withLicense<Value>(
  metadata: Templates<Value>,
  template: string,
  license: Value | undefined,
): Templates<Value> {
  const { license_id: had, ...others } = metadata[template] ?? {};
  if (license === undefined) return had === undefined ? metadata : { ...metadata, [template]: others };
  return { ...metadata, [template]: { ...others, license_id: license } };
}

const contradiction =
  'default.license_id and internal.license_id are one license: send one of them, or the same value in both.';

/**
 * The metadata of a client that writes all of them, with one license. A name that is left out follows the other; where both
 * are given, the one that differs from what was stored decides. Fails INVALID_INPUT where both do, with different values.
 */
export function unifySentLicense(metadata: DatasetMetadata, had: DatasetMetadata): DatasetMetadata {
  const [standard, internal] = [metadata['default']?.['license_id'], metadata['internal']?.['license_id']];
  const stored = unifyLicense(had)['default']?.['license_id'];
  if (!standard || !internal || !differs(internal, stored)) return unifyLicense(metadata);
  if (!differs(standard, stored)) return unifyLicense(metadata, 'internal');
  if (!isDeepStrictEqual(standard.value, internal.value)) {
    failFields({ 'metadata.default.license_id': [contradiction], 'metadata.internal.license_id': [contradiction] });
  }
  return unifyLicense(metadata, 'default');
}

/** Whether a given entry says something else than the stored one; `override_remote_value` left out says nothing. */
const differs = (given: MetadataValue, stored: MetadataValue | undefined): boolean =>
  !isDeepStrictEqual(given.value, stored?.value ?? null) ||
  (given.override_remote_value ?? stored?.override_remote_value ?? false) !== (stored?.override_remote_value ?? false);
