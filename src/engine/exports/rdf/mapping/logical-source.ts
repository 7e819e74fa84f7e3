import { invalid, quoted, unsupported } from './mapping-problem.ts';

/** A logical source of a mapping: where its rows come from. */
export interface LogicalSource {
  /** A text that is the same for equal sources of a mapping. */
  readonly key: string;
  readonly iterator: string | undefined;
}

/** Matches the JSONPaths that select the records of a dataset, or their fields, in a response of Opendatasoft. */
const recordIterator = /^\$(?:\.{1,2}\w+)*\.?\[\*\](?:\.record)?(?:\.fields)?$/;

/**
 * Checks that a mapping has at most one logical source, which stands for the records of the dataset, whatever name the
 * mapping gives it. Fails INVALID_MAPPING for several sources, and for an iterator over parts of records.
 */
export function checkSources(sources: readonly LogicalSource[]): void {
  if (new Set(sources.map(({ key }) => key)).size > 1)
    invalid('it has several logical sources, and an export has the records of one dataset; joins are not supported');
  for (const { iterator } of sources)
    if (iterator !== undefined && iterator !== '$' && !recordIterator.test(iterator))
      unsupported(`The iterator ${quoted(iterator)}`);
}
