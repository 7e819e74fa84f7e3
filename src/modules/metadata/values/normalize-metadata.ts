import { failFields } from '#kernel/fail.ts';
import { type DatasetMetadata, mergeRemoteValues } from '#datasets/index.ts';
import { unifyLicense, unifySentLicense } from './license.rules.ts';

/**
 * Returns the metadata to store after a change by a client: with the stored remote values, and with one license under both its names.
 * `written` is the `template` or `template.field` that the client wrote; undefined when the client wrote all metadata. Fails
 * INVALID_INPUT for two different licenses, and when the metadata is too long.
 */
export function normalizeMetadata(
  metadata: DatasetMetadata,
  stored: DatasetMetadata,
  written?: string,
): DatasetMetadata {
  const withSentLicense = written === undefined ? unifySentLicense(metadata, stored) : metadata;
  const merged = mergeRemoteValues(withSentLicense, stored);
  // merging can restore a remote license under one of the names
  return requireWithinSize(unifyLicense(merged, written));
}

/** The maximum length of a dataset's metadata, in characters of JSON. */
export const maxJsonLength = 1_000_000;

/** Whether the metadata is short enough to be stored. */
export const isWithinSize = (metadata: DatasetMetadata): boolean => JSON.stringify(metadata).length <= maxJsonLength;

/** Returns the metadata unchanged; fails INVALID_INPUT when they are too long. */
export function requireWithinSize(metadata: DatasetMetadata): DatasetMetadata {
  if (!isWithinSize(metadata)) {
    failFields({ metadata: [`The metadata of a dataset may have at most ${maxJsonLength} characters of JSON.`] });
  }
  return metadata;
}
