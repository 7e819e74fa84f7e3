import { failFields } from '../../kernel/fail.ts';
import type { DatasetMetadata } from '../datasets/index.ts';

/** How long the metadata of one dataset may be, in characters of its JSON. */
const longest = 1_000_000;

/** The metadata as it is; fails INVALID_INPUT when all of it together is too long. */
export function checkSize(metadata: DatasetMetadata): DatasetMetadata {
  if (JSON.stringify(metadata).length > longest) {
    failFields({ metadata: [`The metadata of a dataset has ${longest} characters of JSON at most.`] });
  }
  return metadata;
}
