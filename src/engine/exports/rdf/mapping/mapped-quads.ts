import type { BlankNode, NamedNode, Quad } from '@rdfjs/types';
import { isJsonObject, type Json, type JsonObject, parseJson } from '#kernel/json.ts';
import type { ExportColumn, ExportSource } from '#engine/exports/export-format.ts';
import { propertiesOf, termsOf } from '../record-quads.ts';
import {
  blankNode,
  encodeIri,
  encodeIriPart,
  isValidIri,
  literal,
  namedNode,
  quad,
  rdf,
  type RdfValue,
} from '../terms.ts';
import type { ColumnReference, ObjectMap, RecordMapping, TermKind, TermMap, TriplesMap } from './record-mapping.ts';
import { hash } from 'node:crypto';
import { fail } from '#kernel/fail.ts';

/** A batch is complete when it has this number of quads, or when its terms have this number of characters. */
const batchSize = 1_000;
const batchLength = 2 ** 20;
/** The maximum number of quads that a mapping may make from one row, and of the characters of their terms. */
const maxQuadsOfRow = 100_000;
const maxLengthOfRow = 64 * 2 ** 20;

/** Makes the graph of a mapping from the rows of a query, in batches. The quads that a triples map makes for one subject follow each other. */
export async function* mappedQuads(
  source: Pick<ExportSource, 'rows' | 'columns' | 'dataset'>,
  mapping: RecordMapping,
): AsyncGenerator<readonly Quad[]> {
  const columns = new Map(source.columns.map((column) => [column.name, column]));
  let rowCount = 0;
  let batch: Quad[] = [];
  let length = 0;
  for await (const rows of source.rows) {
    for (const text of rows) {
      const row = parseJson(text);
      if (!isJsonObject(row)) continue;
      const terms = new RowTerms(row, columns, propertiesOf(source), (rowCount += 1));
      for (const each of quadsOfRow(mapping, terms)) {
        batch.push(each);
        length += lengthOf(each);
        if (batch.length < batchSize && length < batchLength) continue;
        yield batch;
        batch = [];
        length = 0;
      }
    }
    yield batch;
    batch = [];
    length = 0;
  }
}

const lengthOf = ({ subject, predicate, object }: Quad): number =>
  subject.value.length + predicate.value.length + object.value.length;

function* quadsOfRow({ triplesMaps }: RecordMapping, terms: RowTerms): Generator<Quad> {
  const subjectsOf = subjectsByMap(triplesMaps, terms);
  let count = 0;
  let length = 0;
  for (const map of triplesMaps)
    for (const subject of subjectsOf(map.name))
      for (const each of quadsOfSubject(subject, map, terms, subjectsOf)) {
        if ((count += 1) > maxQuadsOfRow) tooMany('statements');
        if ((length += lengthOf(each)) > maxLengthOfRow) tooMany('characters');
        yield each;
      }
}

type Subject = NamedNode | BlankNode;
type SubjectsOf = (triplesMap: string) => readonly Subject[];

/** Returns a function for the subjects that a triples map makes from the row. They are made when they are first needed, and then kept. */
function subjectsByMap(triplesMaps: readonly TriplesMap[], terms: RowTerms): SubjectsOf {
  const maps = new Map(triplesMaps.map((map) => [map.name, map]));
  const found = new Map<string, readonly Subject[]>();
  return (name) => {
    const known = found.get(name);
    if (known) return known;
    const subjects = (maps.get(name)?.subjects ?? []).flatMap((map) => terms.nodesOf(map));
    found.set(name, subjects);
    return subjects;
  };
}

function* quadsOfSubject(
  subject: Subject,
  { classes, predicateObjectMaps }: TriplesMap,
  terms: RowTerms,
  subjectsOf: SubjectsOf,
): Generator<Quad> {
  const objectsOf = (map: ObjectMap): readonly RdfValue[] =>
    map.from === 'subject' ? subjectsOf(map.triplesMap) : terms.termsOf(map);
  for (const each of classes) yield quad(subject, rdf('type'), namedNode(each));
  for (const { predicates, objects } of predicateObjectMaps)
    for (const predicate of predicates.flatMap((map) => terms.nodesOf(map)))
      if (predicate.termType === 'NamedNode')
        for (const object of objects) for (const term of objectsOf(object)) yield quad(subject, predicate, term);
}

/** The maximum number of terms that one template may make from a row. */
const maxTerms = 10_000;
/** The maximum number of characters that the term maps together may make from a row. */
const maxCharacters = 64 * 2 ** 20;

/** Creates the terms of a row. A term map makes no term if a value that it needs is null, and several terms if its columns have several values. */
export class RowTerms {
  readonly #row: JsonObject;
  readonly #columns: ReadonlyMap<string, ExportColumn>;
  /** The IRI that is put before a relative IRI. */
  readonly #base: string;
  readonly #rowNode: BlankNode;
  readonly #made = new Map<TermMap, readonly RdfValue[]>();
  #characters = 0;

  constructor(row: JsonObject, columns: ReadonlyMap<string, ExportColumn>, base: string, rowNumber: number) {
    this.#row = row;
    this.#columns = columns;
    this.#base = base;
    this.#rowNode = blankNode(`row${String(rowNumber)}`);
  }

  /** The terms that a term map makes from the row. They are made once. Fails EXPORT_NOT_POSSIBLE if there are too many. */
  termsOf(map: TermMap): readonly RdfValue[] {
    const known = this.#made.get(map);
    if (known) return known;
    const terms = this.#makeTerms(map);
    this.#made.set(map, terms);
    return terms;
  }

  /** The IRIs and blank nodes, without the literals, that a term map makes from the row. */
  nodesOf(map: TermMap): readonly (NamedNode | BlankNode)[] {
    return this.termsOf(map).filter((term) => term.termType !== 'Literal');
  }

  #makeTerms(map: TermMap): readonly RdfValue[] {
    if (map.from === 'row') return [this.#rowNode];
    if (map.from === 'column') return this.#columnTerms(map.reference, map.kind);
    return this.#templateTexts(map).flatMap((text) => this.#termOf(text, map.kind));
  }

  #columnTerms(reference: ColumnReference, kind: TermKind): readonly RdfValue[] {
    const values = this.#valuesOf(reference);
    for (const { value } of values) this.#counted(value);
    if (kind.type === 'literal' && kind.datatype === undefined && kind.language === undefined)
      return values.map((value) => (value.termType === 'Literal' ? value : literal(value.value)));
    return values.flatMap(({ value }) => this.#termOf(value, kind));
  }

  /** The texts that a template makes from the row: one for each combination of the values of its columns. */
  #templateTexts({ parts, kind }: Extract<TermMap, { from: 'template' }>): readonly string[] {
    const encode = kind.type === 'iri' ? encodeIriPart : (text: string) => text;
    return parts.reduce<readonly string[]>(
      (texts, part) => {
        if (texts.length === 0) return texts;
        const values = typeof part === 'string' ? [part] : this.#valuesOf(part).map(({ value }) => encode(value));
        if (texts.length * values.length > maxTerms) tooMany('terms of one template');
        return texts.flatMap((text) => values.map((value) => this.#counted(text + value)));
      },
      [''],
    );
  }

  /** Returns a text whose characters count towards the maximum of the row. */
  #counted(text: string): string {
    if ((this.#characters += text.length + 1) > maxCharacters) tooMany('characters');
    return text;
  }

  #termOf(text: string, kind: TermKind): readonly RdfValue[] {
    if (kind.type === 'iri') return text === '' ? [] : [namedNode(this.#iriOf(text))];
    // The hash makes a short label from any text. The label is valid in every syntax.
    if (kind.type === 'blank') return [blankNode(`b${hash('sha256', text, 'hex').slice(0, 32)}`)];
    return [literal(text, kind.language ?? (kind.datatype === undefined ? undefined : namedNode(kind.datatype)))];
  }

  /** A text as an absolute IRI. A text that is not an absolute IRI is put after the base, as R2RML prescribes. */
  #iriOf(text: string): string {
    const iri = encodeIri(text);
    return isValidIri(iri) ? iri : `${this.#base}${encodeIriPart(text)}`;
  }

  #valuesOf({ column: name, coordinate }: ColumnReference): ReturnType<typeof termsOf> {
    const column = this.#columns.get(name);
    if (!column) return [];
    const value = this.#row[name] ?? null;
    if (coordinate === undefined) return termsOf(column, value);
    const number = isJsonObject(value) ? (value[coordinate] ?? null) : null;
    return termsOf({ ...column, type: 'double', isMultivalued: false }, number satisfies Json);
  }
}

/** Throws EXPORT_NOT_POSSIBLE for a record from which the mapping makes too many terms or statements. */
const tooMany = (what: string): never =>
  fail('EXPORT_NOT_POSSIBLE', { reason: `the semantic.rml_mapping makes too many ${what} from one record` });
