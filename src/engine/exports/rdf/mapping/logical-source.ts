import { invalid, quoted, unsupported } from './mapping-problem.ts';

/** A logical source, as a mapping describes it. */
export interface LogicalSource {
  /** Identifies the source in its mapping. */
  readonly key: string;
  readonly iterator: string | undefined;
}

/** The JSONPaths of the records of a dataset, or of their fields, in the answers of an Opendatasoft portal. */
const recordIterator = /^\$(?:\.{0,2}\w+)*\.?\[\*\](?:\.record)?(?:\.fields)?$/;

/**
 * Checks the logical sources of a mapping: all are the records of the dataset, whatever their name is. Fails INVALID_MAPPING for several
 * sources, and for an iterator over parts of records.
 */
export function checkSources(sources: readonly LogicalSource[]): void {
  if (new Set(sources.map(({ key }) => key)).size > 1)
    invalid('it has several logical sources, and an export has the records of one dataset; joins are not supported');
  for (const { iterator } of sources)
    if (iterator !== undefined && iterator !== '$' && !recordIterator.test(iterator))
      unsupported(`The iterator ${quoted(iterator)}`);
}
