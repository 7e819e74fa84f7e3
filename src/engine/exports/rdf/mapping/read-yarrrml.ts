import { isJsonObject, type Json } from '#kernel/json.ts';
import { prefixes as knownPrefixes } from '../terms.ts';
import { checkSources, type LogicalSource } from './logical-source.ts';
import { invalid, quoted, unsupported } from './mapping-problem.ts';
import { parseYaml } from './parse-yaml.ts';
import type { PredicateObjectMap, RecordMapping, TriplesMap } from './record-mapping.ts';
import { YarrrmlTerms } from './yarrrml-terms.ts';
import { isList, listOf, member, members } from './yarrrml-members.ts';

/** Reads a mapping in YARRRML. Fails INVALID_MAPPING for an invalid mapping, and for a feature that is not supported. */
export function readYarrrml(text: string): RecordMapping {
  const document = members(parseYaml(text), {
    prefixes: ['prefixes'],
    sources: ['sources'],
    mappings: ['mappings', 'mapping', 'm'],
    ignored: ['base', 'authors', 'author'],
  });
  const declared = Object.fromEntries(
    entriesOf(document.prefixes).map(([prefix, namespace]) => [prefix, textOf(namespace, 'A namespace')]),
  );
  const mappings = entriesOf(document.mappings);
  const names = new Set(mappings.map(([name]) => name));
  const terms = new YarrrmlTerms({ ...rdfaPrefixes, ...declared }, names);
  const named = new Map(entriesOf(document.sources));
  const triplesMaps = mappings.map(([name, body]) => readTriplesMap(name, body, terms));
  checkSources(
    mappings.flatMap(([, body]) =>
      inlineOrListed(member(body, 'sources', 'source'), named).map((source) => readSource(source, named)),
    ),
  );
  return { triplesMaps, prefixes: declared };
}

/** The prefixes that a mapping may use without a declaration. YARRRML predefines those of RDFa; these are the ones in common use. */
const rdfaPrefixes: Readonly<Record<string, string>> = {
  ...knownPrefixes,
  dc: knownPrefixes.dct,
  dcterms: knownPrefixes.dct,
  dc11: knownPrefixes.dc,
  owl: 'http://www.w3.org/2002/07/owl#',
  org: 'http://www.w3.org/ns/org#',
  prov: 'http://www.w3.org/ns/prov#',
  qb: 'http://purl.org/linked-data/cube#',
  schema: 'http://schema.org/',
  void: 'http://rdfs.org/ns/void#',
};

function readTriplesMap(name: string, body: Json, terms: YarrrmlTerms): TriplesMap {
  const found = members(body, {
    subjects: ['subjects', 'subject', 's'],
    predicateObjects: ['predicateobjects', 'predicateobject', 'po'],
    ignored: ['sources', 'source'],
  });
  const subjects = listOf(found.subjects).map((each) => terms.subjectOf(each));
  return {
    name,
    subjects: subjects.length === 0 ? [{ from: 'row' }] : subjects,
    classes: [],
    predicateObjectMaps: listOf(found.predicateObjects).map((each) => readPredicateObjectMap(each, terms)),
  };
}

/** Reads the predicates and objects of a map, written as `[predicates, objects, datatype or language]` or as an object. */
function readPredicateObjectMap(body: Json, terms: YarrrmlTerms): PredicateObjectMap {
  const found = isList(body)
    ? { predicates: body[0], objects: body[1], type: body[2] }
    : members(body, { predicates: ['predicates', 'predicate', 'p'], objects: ['objects', 'object', 'o'], type: [] });
  const predicates = listOf(found.predicates).map((each) => terms.predicateOf(each));
  const objects = listOf(found.objects).map((each) => terms.objectOf(each, { predicates, type: found.type }));
  if (predicates.length === 0 || objects.length === 0) invalid('a predicate-object map lacks a predicate or an object');
  return { predicates, objects };
}

/** The sources of a triples map, which lists sources or is itself one source, written as `[access, iterator]`. */
const inlineOrListed = (value: Json | undefined, named: ReadonlyMap<string, Json>): readonly Json[] =>
  isList(value) && typeof value[0] === 'string' && !named.has(value[0]) ? [value] : listOf(value);

/** Reads a source, written as a name in `sources`, as `[access, iterator]`, or as an object with these keys. */
function readSource(source: Json, named: ReadonlyMap<string, Json>): LogicalSource {
  const body = typeof source === 'string' ? (named.get(source) ?? source) : source;
  if (isList(body)) return toSource(body[0], body[1]);
  if (!isJsonObject(body)) return toSource(body, undefined);
  if (body['query'] !== undefined) unsupported('A query of a source');
  return toSource(body['access'], body['iterator']);
}

const toSource = (access: Json | undefined, iterator: Json | undefined): LogicalSource => ({
  key: textOf(access, 'A source'),
  iterator: iterator === undefined ? undefined : textOf(iterator, 'An iterator'),
});

const entriesOf = (value: Json | undefined): readonly (readonly [string, Json])[] =>
  isJsonObject(value) ? Object.entries(value) : [];

const textOf = (value: Json | undefined, what: string): string =>
  typeof value === 'string' ? value : invalid(`${what} is a text, not ${quoted(JSON.stringify(value ?? null))}`);
