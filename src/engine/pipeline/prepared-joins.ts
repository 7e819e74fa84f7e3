import { LRUCache } from 'lru-cache';
import type { RawParams } from '../parameters.ts';
import type { Processor, Step } from '../processors/processor.ts';
import type { DataRecord } from '../records/record.ts';
import {
  readIntoMemory,
  spend,
  type DatasetReference,
  type OpenedReference,
  type RecordsInMemory,
  type ReferenceBudget,
} from './dataset-reference.ts';

/** A processor that refers to another dataset. */
export interface Join {
  readonly processor: Processor;
  readonly params: RawParams;
  readonly reference: DatasetReference;
}

/** What reading the other dataset may cost, and when it must stop. */
interface ReadBounds {
  readonly budget: ReferenceBudget;
  readonly signal: AbortSignal;
}

/** A join that is ready to run on the records of a sequence. */
interface PreparedJoin extends RecordsInMemory {
  readonly step: Step;
  /** The length of the sequence. */
  readonly length: number;
}

/** Reads the other dataset of a join, and prepares the join. */
export async function prepareJoin(
  { processor, params, reference }: Join,
  { fields, records: batches }: OpenedReference,
  { budget, signal }: ReadBounds,
): Promise<Step> {
  const { records } = await readIntoMemory(batches, reference, budget, signal);
  return processor.prepare(params, { fields, records });
}

/** As many bytes as the joins of one run may take; the records take two to three times as much memory. */
const maxBytes = 64 * 1024 * 1024;

/**
 * The joins of earlier runs, so that a short run, such as that of a pushed record, reads only what was appended to the other
 * dataset since. A dataset that was published again is another sequence, and is read again.
 */
export class PreparedJoins {
  readonly #prepared = new LRUCache<string, PreparedJoin>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }, key) => bytes + 2 * key.length,
  });

  /** Prepares a join. Reads the whole dataset only where it is not a sequence, or no longer remembered. */
  async prepare(join: Join, opened: OpenedReference, bounds: ReadBounds): Promise<Step> {
    const { sequence, fields } = opened;
    if (!sequence) return prepareJoin(join, opened, bounds);
    const { processor, params, reference } = join;
    const key = JSON.stringify([processor.type, params, fields, sequence.id]);
    const found = this.#prepared.get(key);
    const earlier = found && found.length <= sequence.length ? found : undefined;
    if (earlier) spend(bounds.budget, earlier, reference);
    if (earlier?.length === sequence.length) return earlier.step;
    const appended = sequence.readSince(earlier?.length ?? 0);
    const added = await readIntoMemory(appended, reference, bounds.budget, bounds.signal);
    const records: readonly DataRecord[] = earlier ? [...earlier.records, ...added.records] : added.records;
    const step = processor.prepare(params, { fields, records });
    this.#prepared.set(key, { step, records, bytes: (earlier?.bytes ?? 0) + added.bytes, length: sequence.length });
    return step;
  }
}
