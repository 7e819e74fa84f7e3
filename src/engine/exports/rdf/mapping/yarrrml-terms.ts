import { isJsonObject, type Json } from '#kernel/json.ts';
import { prefixes as vocabularies } from '../terms.ts';
import { invalid, quoted, unsupported } from './mapping-problem.ts';
import { parseTemplate, yarrrmlTemplate } from './parse-template.ts';
import type { ObjectMap, TermKind, TermMap } from './record-mapping.ts';
import { parseIri, parseLanguage } from './term-rules.ts';
import { isList, members } from './yarrrml-members.ts';

/** The parts of a predicate-object map on which the meaning of its objects depends. */
interface ObjectContext {
  readonly predicates: readonly TermMap[];
  /** The datatype or language of all objects of the predicate-object map. */
  readonly type?: Json | undefined;
}

/** Schemes of IRIs without `//` after the colon. Any other text before a colon is a prefix. */
const schemes = new Set(['urn', 'mailto', 'tel', 'tag', 'geo', 'info', 'doi', 'did', 'data']);

/** Reads the terms of a mapping in YARRRML. */
export class YarrrmlTerms {
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
    if (found.type !== undefined && found.type !== 'literal') unsupported(`The type ${quoted(textOf(found.type))}`);
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
  const parts = parseTemplate(text, yarrrmlTemplate);
  const [first] = parts;
  return parts.length === 1 && first !== undefined && typeof first !== 'string'
    ? { from: 'column', reference: first, kind }
    : { from: 'template', parts, kind };
}

const withoutIriMark = (text: string): string => text.replace(/~iri$/, '');

const textOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : invalid(`${quoted(JSON.stringify(value ?? null))} is not a text`);
