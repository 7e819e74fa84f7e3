import { invalid, unsupported } from './mapping-problem.ts';
import type { RecordMapping } from './record-mapping.ts';
import { readRml } from './read-rml.ts';
import { readYarrrml } from './read-yarrrml.ts';

/** The maximum number of characters of a mapping. */
const maxLength = 50_000;
const maxTriplesMaps = 100;
const maxPredicateObjectMaps = 1_000;
/** The maximum number of subjects, classes, predicates or objects of one map. */
const maxTermMaps = 100;

/**
 * Reads the mapping of a dataset: RML in Turtle, or YARRRML, which is YAML with a key `mappings`. Fails INVALID_MAPPING for
 * a text that is neither, for a feature that is not supported, and for a mapping that is too large.
 */
export function readMapping(text: string): RecordMapping {
  if (text.length > maxLength) invalid(`it has more than ${String(maxLength)} characters`);
  const mapping = isYarrrml(text) ? readYarrrml(text) : readRml(text);
  checkSize(mapping);
  checkReferences(mapping);
  return mapping;
}

/** Whether a line is the key `mappings`, which RML lacks. */
const isYarrrml = (text: string): boolean =>
  text.split('\n').some((line) => /^(?:\{\s*)?["']?(?:mappings?|m)["']?\s*:(?:\s|$)/.test(line.trim()));

function checkSize({ triplesMaps }: RecordMapping): void {
  const predicateObjectMaps = triplesMaps.flatMap((map) => map.predicateObjectMaps);
  if (triplesMaps.length === 0) invalid('it has no triples map');
  if (triplesMaps.length > maxTriplesMaps) invalid(`it has more than ${String(maxTriplesMaps)} triples maps`);
  if (predicateObjectMaps.length > maxPredicateObjectMaps)
    invalid(`it has more than ${String(maxPredicateObjectMaps)} predicate-object maps`);
  const lists = [
    ...triplesMaps.flatMap(({ subjects, classes }) => [subjects, classes]),
    ...predicateObjectMaps.flatMap(({ predicates, objects }) => [predicates, objects]),
  ];
  if (lists.some(({ length }) => length > maxTermMaps))
    invalid(`a map has more than ${String(maxTermMaps)} subjects, classes, predicates or objects`);
}

/** Checks that every triples map to which an object refers is in the mapping. */
function checkReferences({ triplesMaps }: RecordMapping): void {
  const names = new Set(triplesMaps.map(({ name }) => name));
  for (const { predicateObjectMaps } of triplesMaps)
    for (const { objects } of predicateObjectMaps)
      for (const object of objects)
        if (object.from === 'subject' && !names.has(object.triplesMap))
          unsupported(`An object of another mapping (${object.triplesMap})`);
}
