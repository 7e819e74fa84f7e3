import { invalid, type RecordMapping, unsupportedMapping } from './record-mapping.ts';
import { readRml } from './read-rml.ts';
import { readYarrrml } from './read-yarrrml.ts';
import type { RdfContext } from '../rdf-syntaxes.ts';
import { prefixes as vocabularies } from '../terms.ts';

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
          unsupportedMapping(`An object of another mapping (${object.triplesMap})`);
}

/** Prefixes that are not used, because they are also common schemes of IRIs, whose statements Turtle could not abbreviate (`hasAmbiguousIri`). */
const schemes = new Set([
  ...['http', 'https', 'ftp', 'file', 'urn', 'mailto', 'tel', 'geo', 'tag', 'info', 'doi', 'did', 'data'],
]);

/** The names with which the graph of a mapping is written: the prefixes that the mapping declares, and the properties that are the same for all rows. */
export function contextOf({ prefixes, triplesMaps }: RecordMapping): RdfContext {
  const { rdf, rdfs, xsd, geosparql } = vocabularies;
  const usable = Object.entries(prefixes).filter(
    ([prefix, namespace]) =>
      /^(?!xml)[a-z][\w-]*$/i.test(prefix) &&
      !schemes.has(prefix.toLowerCase()) &&
      /^\w+:[^\s<>"{}|\\^`]+[/#]$/.test(namespace),
  );
  const predicates = triplesMaps.flatMap((map) => map.predicateObjectMaps.flatMap((each) => each.predicates));
  return {
    prefixes: { ...Object.fromEntries(usable), rdf, rdfs, xsd, geosparql },
    properties: predicates.flatMap((map) =>
      map.from === 'template' && map.parts.every((part) => typeof part === 'string') ? [map.parts.join('')] : [],
    ),
  };
}
