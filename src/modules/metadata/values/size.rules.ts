import { failFields } from '../../../kernel/fail.ts';
import type { DatasetMetadata } from '../../datasets/index.ts';

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
