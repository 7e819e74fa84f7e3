import type { RdfContext } from '../rdf-syntax.ts';
import { prefixes as vocabularies } from '../terms.ts';
import type { RecordMapping } from './record-mapping.ts';

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
