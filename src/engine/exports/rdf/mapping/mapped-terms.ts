import { hash } from 'node:crypto';
import type { BlankNode, NamedNode } from '@rdfjs/types';
import { fail } from '#kernel/fail.ts';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';
import type { ExportColumn } from '#engine/exports/export-format.ts';
import { encodeIri, encodeIriPart, isValidIri } from '../iri.ts';
import { termsOf } from '../record-terms.ts';
import { blankNode, literal, namedNode, type RdfValue } from '../data-model.ts';
import type { ColumnReference, TermKind, TermMap } from './record-mapping.ts';

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
export const tooMany = (what: string): never =>
  fail('EXPORT_NOT_POSSIBLE', { reason: `the semantic.rml_mapping makes too many ${what} from one record` });
