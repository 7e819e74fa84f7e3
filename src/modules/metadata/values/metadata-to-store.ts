import { failFields } from '../../../kernel/fail.ts';
import { type DatasetMetadata, mergeRemoteValues } from '../../datasets/index.ts';
import { unifyLicense, unifySentLicense } from './license.rules.ts';

/**
 * What is stored when a client changes metadata: with the remote values kept, and one license under both its names. `written`
 * names the `template` or `template.field` that the client wrote, undefined where it wrote all metadata. Fails INVALID_INPUT where the license
 * contradicts itself, or all of it together is too long.
 */
export const metadataToStore = (metadata: DatasetMetadata, had: DatasetMetadata, written?: string): DatasetMetadata =>
  checkSize(
    unifyLicense(mergeRemoteValues(written === undefined ? unifySentLicense(metadata, had) : metadata, had), written),
  );

/** How long the metadata of one dataset may be, in characters of its JSON. */
const maxJsonLength = 1_000_000;

/** Whether all of the metadata together is short enough to be stored. */
export const isWithinSize = (metadata: DatasetMetadata): boolean => JSON.stringify(metadata).length <= maxJsonLength;

/** The metadata as it is; fails INVALID_INPUT when all of it together is too long. */
export function checkSize(metadata: DatasetMetadata): DatasetMetadata {
  if (!isWithinSize(metadata)) {
    failFields({ metadata: [`The metadata of a dataset has ${maxJsonLength} characters of JSON at most.`] });
  }
  return metadata;
}
