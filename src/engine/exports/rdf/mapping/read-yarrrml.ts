import { isJsonObject, type Json } from '#kernel/json.ts';
import { prefixes as knownPrefixes, prefixes as vocabularies } from '../terms.ts';
import {
  checkSources,
  invalid,
  type LogicalSource,
  type ObjectMap,
  parseIri,
  parseLanguage,
  parseTermTemplate,
  type PredicateObjectMap,
  quoted,
  type RecordMapping,
  type TermKind,
  type TermMap,
  type TriplesMap,
  unsupportedMapping,
  yarrrmlTemplate,
} from './record-mapping.ts';
import { Composer, type CST, Lexer, Parser } from 'yaml';

/** Reads a mapping in YARRRML. Fails INVALID_MAPPING for an invalid mapping, and for a feature that is not supported. */
export function readYarrrml(text: string): RecordMapping {
  const document = members(parseYaml(text), {
    prefixes: ['prefixes'],
    sources: ['sources'],
    mappings: ['mappings', 'mapping', 'm'],
    ignored: ['base', 'authors', 'author'],
  });
  const declared = Object.fromEntries(
    entriesOf(document.prefixes).map(([prefix, namespace]) => [prefix, textNamed(namespace, 'A namespace')]),
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
  if (body['query'] !== undefined) unsupportedMapping('A query of a source');
  return toSource(body['access'], body['iterator']);
}

const toSource = (access: Json | undefined, iterator: Json | undefined): LogicalSource => ({
  key: textNamed(access, 'A source'),
  iterator: iterator === undefined ? undefined : textNamed(iterator, 'An iterator'),
});

const entriesOf = (value: Json | undefined): readonly (readonly [string, Json])[] =>
  isJsonObject(value) ? Object.entries(value) : [];

const textNamed = (value: Json | undefined, what: string): string =>
  typeof value === 'string' ? value : invalid(`${what} is a text, not ${quoted(JSON.stringify(value ?? null))}`);

/** The parts of a predicate-object map on which the meaning of its objects depends. */
interface ObjectContext {
  readonly predicates: readonly TermMap[];
  /** The datatype or language of all objects of the predicate-object map. */
  readonly type?: Json | undefined;
}

/** Schemes of IRIs without `//` after the colon. Any other text before a colon is a prefix. */
const schemes = new Set(['urn', 'mailto', 'tel', 'tag', 'geo', 'info', 'doi', 'did', 'data']);

/** Reads the terms of a mapping in YARRRML. */
class YarrrmlTerms {
  readonly #prefixes: Readonly<Record<string, string>>;
  readonly #triplesMaps: ReadonlySet<string>;

  constructor(prefixes: Readonly<Record<string, string>>, triplesMaps: ReadonlySet<string>) {
    this.#prefixes = prefixes;
    this.#triplesMaps = triplesMaps;
  }

  /** Reads a subject: a template of an IRI or, if it starts with `_:`, of a blank node. */
  subjectOf(value: Json): TermMap {
    const text = textOf(isJsonObject(value) ? members(value, { value: ['value', 'v'] }).value : value);
    return text.startsWith('_:') ? termMap(text.slice(2), { type: 'blank' }) : this.#iriMap(text);
  }

  predicateOf(value: Json): TermMap {
    const text = textOf(value);
    return text === 'a' ? termMap(`${vocabularies.rdf}type`, { type: 'iri' }) : this.#iriMap(withoutIriMark(text));
  }

  /** Reads an object, written as a text, as `[value, datatype or language]`, or as an object with these keys. A text that is the name of a triples map stands for its subjects. */
  objectOf(value: Json, context: ObjectContext): ObjectMap {
    if (isList(value)) {
      const [text, type] = value;
      return this.objectOf(text ?? null, { ...context, type: type ?? context.type });
    }
    if (isJsonObject(value)) return this.#describedObject(value, context);
    const text = textOf(value);
    if (this.#triplesMaps.has(text)) return { from: 'subject', triplesMap: text };
    if (text.endsWith('~iri')) return this.#iriMap(withoutIriMark(text));
    const isClass = context.predicates.every(
      (map) => map.from === 'template' && map.parts[0] === `${vocabularies.rdf}type`,
    );
    if (isClass && context.type === undefined) return this.#iriMap(text);
    return termMap(text, this.#literalKind(context.type));
  }

  #describedObject(value: Json, context: ObjectContext): ObjectMap {
    const found = members(value, {
      value: ['value', 'v'],
      triplesMap: ['mapping'],
      ...{ type: ['type'], datatype: ['datatype'], language: ['language'] },
    });
    if (found.triplesMap !== undefined) return { from: 'subject', triplesMap: textOf(found.triplesMap) };
    if (found.type === 'iri') return this.#iriMap(textOf(found.value));
    if (found.type === 'blank') return termMap(textOf(found.value), { type: 'blank' });
    if (found.type !== undefined && found.type !== 'literal')
      unsupportedMapping(`The type ${quoted(textOf(found.type))}`);
    if (found.language !== undefined) return termMap(textOf(found.value), languageKind(textOf(found.language)));
    return termMap(textOf(found.value), this.#literalKind(found.datatype ?? context.type));
  }

  /** The kind of literal for a datatype such as `xsd:date`, a language such as `en~lang`, or neither. */
  #literalKind(type: Json | undefined): TermKind {
    if (type === undefined) return { type: 'literal' };
    const text = textOf(type);
    return text.endsWith('~lang')
      ? languageKind(text)
      : { type: 'literal', datatype: parseIri(this.#expand(withoutIriMark(text))) };
  }

  #iriMap(text: string): TermMap {
    const map = termMap(this.#expand(text), { type: 'iri' });
    if (map.from === 'template' && map.parts.every((part) => typeof part === 'string')) parseIri(map.parts.join(''));
    return map;
  }

  /** Replaces the prefix of a text by its namespace. Fails INVALID_MAPPING for a prefix that is not declared. */
  #expand(text: string): string {
    const [, prefix, rest = ''] = /^([\w.-]*):(?!\/\/)(.*)$/s.exec(text) ?? [];
    if (prefix === undefined) return text;
    const namespace = Object.hasOwn(this.#prefixes, prefix) ? this.#prefixes[prefix] : undefined;
    if (namespace !== undefined) return namespace + rest;
    return schemes.has(prefix) ? text : invalid(`the prefix ${quoted(`${prefix}:`)} is not declared`);
  }
}

const languageKind = (text: string): TermKind => ({
  type: 'literal',
  language: parseLanguage(text.replace(/~lang$/, '')),
});

/** Makes a term map from a template. A template that is only one reference becomes a map of the column. */
function termMap(text: string, kind: TermKind): TermMap {
  const parts = parseTermTemplate(text, yarrrmlTemplate);
  const [first] = parts;
  return parts.length === 1 && first !== undefined && typeof first !== 'string'
    ? { from: 'column', reference: first, kind }
    : { from: 'template', parts, kind };
}

const withoutIriMark = (text: string): string => text.replace(/~iri$/, '');

const textOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : invalid(`${quoted(JSON.stringify(value ?? null))} is not a text`);

/** Reads the members of an object. `keys` lists, for each name in the result, the keys under which YARRRML may write it. Fails INVALID_MAPPING, with the key in the message, for any other key. */
function members<Name extends string>(
  body: Json,
  keys: Readonly<Record<Name, readonly string[]>>,
): Readonly<Partial<Record<Name, Json>>> {
  if (!isJsonObject(body)) return invalid(`${quoted(JSON.stringify(body))} is not an object of YARRRML`);
  const known = new Set(Object.values<readonly string[]>(keys).flat());
  for (const key of Object.keys(body)) if (!known.has(key)) unsupportedMapping(`The key ${quoted(key)} of YARRRML`);
  const found: Partial<Record<Name, Json>> = {};
  for (const name in keys) {
    const value = member(body, ...keys[name]);
    if (value !== undefined) found[name] = value;
  }
  return found;
}

/** The value under the first of these keys that the object has. */
function member(body: Json, ...keys: readonly string[]): Json | undefined {
  const key = isJsonObject(body) ? keys.find((each) => Object.hasOwn(body, each)) : undefined;
  return isJsonObject(body) && key !== undefined ? body[key] : undefined;
}

/** Whether a value is a list. */
const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** The items of a list. A value that is not a list is the only item, and an absent or empty value is no item. */
function listOf(value: Json | undefined): readonly Json[] {
  if (isList(value)) return value;
  return value === undefined || value === null || value === '' ? [] : [value];
}

/** The maximum depth and size of a document. */
const maxDepth = 40;
const maxTokens = 10_000;

/**
 * Parses a document in YAML. All its scalars are read as texts. Fails INVALID_MAPPING for invalid YAML, for aliases, and
 * for a document that is too deep or too long. The depth is checked while tokens are read, because the composer is
 * recursive: it could exceed the stack.
 */
function parseYaml(text: string): Json {
  const [document] = new Composer({
    schema: 'failsafe',
    prettyErrors: false,
    logLevel: 'silent',
    stringKeys: true,
  }).compose(readTokens(text));
  const problem = document?.errors[0]?.message;
  if (problem !== undefined) invalid(`it is not valid YAML: ${quoted(problem)}`);
  try {
    return document?.toJS({ maxAliasCount: 0 }) as Json;
  } catch {
    return invalid('aliases of YAML are not supported');
  }
}

function readTokens(text: string): readonly CST.Token[] {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let count = 0;
  for (const source of new Lexer().lex(text)) {
    tokens.push(...parser.next(source));
    if (parser.stack.length > maxDepth) invalid(`it is nested deeper than ${String(maxDepth)} levels`);
    if ((count += 1) > maxTokens) invalid(`it has more than ${String(maxTokens)} tokens`);
  }
  tokens.push(...parser.end());
  return tokens;
}
