import { mergeRemoteValues, type DatasetMetadata } from '../../datasets/index.ts';
import { unifySentLicense, unifyLicense } from './license.rules.ts';
import { checkSize } from './size.rules.ts';

/**
 * What is stored when a client changes metadata: with the remote values kept, and one license under both its names. `written`
 * names the `template` or `template.field` that the client wrote, undefined where it wrote all metadata. Fails INVALID_INPUT where the license
 * contradicts itself, or all of it together is too long.
 */
export const metadataToStore = (metadata: DatasetMetadata, had: DatasetMetadata, written?: string): DatasetMetadata =>
  checkSize(
    unifyLicense(mergeRemoteValues(written === undefined ? unifySentLicense(metadata, had) : metadata, had), written),
  );
