import { ReadDatasetDocument, type WrittenDatasetFragment } from '../generated/operations.ts';
import type { Session } from './noun.ts';

/** How many parts of each kind a dataset is read with: more than it may have. */
const allParts = 1_000;

/** A dataset with all its parts; undefined where the caller sees none of this identifier. */
export async function readStored({ client }: Session, datasetId: string): Promise<WrittenDatasetFragment | undefined> {
  const { datasets } = await client.send(ReadDatasetDocument, { datasetId, parts: allParts });
  return datasets?.nodes[0];
}
