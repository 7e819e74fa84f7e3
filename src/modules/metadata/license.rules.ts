import type { DatasetMetadata } from '../datasets/index.ts';

/**
 * The metadata with one license: `default.license_id` is another name that clients have for `internal.license_id` and
 * sets it. A write to the internal template goes the other way, so that sending back what was read changes nothing.
 */
export function withOneLicense(metadata: DatasetMetadata, written: string): DatasetMetadata {
  const { license_id: named, ...others } = metadata['default'] ?? {};
  if (!named) return metadata;
  const internal = metadata['internal'];
  if (written !== 'internal') return { ...metadata, internal: { ...internal, license_id: named } };
  const license = internal?.['license_id'];
  return { ...metadata, default: license ? { ...others, license_id: license } : others };
}
