import { CatalogError, failFields } from '#kernel/fail.ts';
import type { Filter } from '../tree.ts';
import { patternWords } from '../words.ts';
import { conditionsOf } from '../conditions-of.ts';
import { parseFilter } from './parse-where.ts';

/** The maximum number of conditions in a stored filter. Each record is tested against each condition. */
const maxConditions = 200;

/**
 * Parses a stored query to its filter; null for an empty query, which selects all records. Fails INVALID_INPUT under `field`, with the
 * position of a syntax error in characters, counted from 1.
 */
export function parseStoredFilter(query: string, field = 'filterQuery'): Filter | null {
  try {
    return parseFilter({ text: query, clause: 'where', isStored: true });
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    return failFields({ [field]: [messageOf(error)] });
  }
}

function messageOf({ details, message }: CatalogError): string {
  const { token, position, problem } = details;
  if (typeof position === 'number') return `At character ${position + 1}: ${String(token)} is unexpected.`;
  return problem === undefined ? message : `${String(problem)}.`;
}

/**
 * Checks a query before it is stored: refuses a syntax error, too many conditions, and a `like` without a word. Fails as
 * `parseStoredFilter` does. A stored query is not checked again when it is read, because a failure would break whole responses.
 */
export function checkStoredFilter(query: string, field: string): void {
  const filter = parseStoredFilter(query, field);
  const conditions = filter ? conditionsOf(filter) : [];
  if (conditions.length > maxConditions) failFields({ [field]: [`Use ${maxConditions} conditions at most.`] });
  const likeWithoutWords = conditions.find(
    (condition) => condition.kind === 'like' && patternWords(condition.pattern).length === 0,
  );
  if (likeWithoutWords) {
    failFields({
      [field]: [
        'The pattern of like needs a word of letters and digits: without one every record would match, or none.',
      ],
    });
  }
}
