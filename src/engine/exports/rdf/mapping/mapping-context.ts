import type { RdfContext } from '../rdf-syntax.ts';
import { prefixes as vocabularies } from '../terms.ts';
import type { RecordMapping } from './record-mapping.ts';

/** Prefixes that are schemes of IRIs, too: the writer of Turtle would take `geo:1,2` for a prefixed name. */
const schemes = new Set([
  ...['http', 'https', 'ftp', 'file', 'urn', 'mailto', 'tel', 'geo', 'tag', 'info', 'doi', 'did', 'data'],
]);

/** What the graph of a mapping is written with: the prefixes that the mapping declares, and its constant properties. */
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
