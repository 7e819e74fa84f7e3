import { hash } from 'node:crypto';
import type { BlankNode, NamedNode } from '@rdfjs/types';
import { fail } from '../../../../kernel/fail.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../../kernel/json.ts';
import type { ExportColumn } from '../../export-format.ts';
import { encodeIri, encodeIriPart, isAbsoluteIri } from '../iri.ts';
import { termsOf } from '../record-terms.ts';
import { blankNode, literal, namedNode, type RdfValue } from '../terms.ts';
import type { ColumnReference, TermKind, TermMap } from './record-mapping.ts';

const maxTerms = 10_000;

/** Creates the terms of a row. A term map makes none where a value that it needs is null, and several where columns have several values. */
export class RowTerms {
  readonly #row: JsonObject;
  readonly #columns: ReadonlyMap<string, ExportColumn>;
  /** What relative IRIs start with. */
  readonly #base: string;
  readonly #rowNode: BlankNode;

  constructor(row: JsonObject, columns: ReadonlyMap<string, ExportColumn>, base: string, rowNumber: number) {
    this.#row = row;
    this.#columns = columns;
    this.#base = base;
    this.#rowNode = blankNode(`row${String(rowNumber)}`);
  }

  /** The terms of a term map. Fails EXPORT_NOT_POSSIBLE where they are too many. */
  termsOf(map: TermMap): readonly RdfValue[] {
    if (map.from === 'row') return [this.#rowNode];
    if (map.from === 'column') return this.#columnTerms(map.reference, map.kind);
    return this.#templateTexts(map).flatMap((text) => this.#termOf(text, map.kind));
  }

  /** The IRIs and blank nodes of a term map. */
  nodesOf(map: TermMap): readonly (NamedNode | BlankNode)[] {
    return this.termsOf(map).filter((term) => term.termType !== 'Literal');
  }

  #columnTerms(reference: ColumnReference, kind: TermKind): readonly RdfValue[] {
    const values = this.#valuesOf(reference);
    if (kind.type === 'literal' && kind.datatype === undefined && kind.language === undefined)
      return values.map((value) => (value.termType === 'Literal' ? value : literal(value.value)));
    return values.flatMap(({ value }) => this.#termOf(value, kind));
  }

  /** The texts of a template: a row with several values in its columns has one for each combination. */
  #templateTexts({ parts, kind }: Extract<TermMap, { from: 'template' }>): readonly string[] {
    const encode = kind.type === 'iri' ? encodeIriPart : (text: string) => text;
    return parts.reduce<readonly string[]>(
      (texts, part) => {
        const values = typeof part === 'string' ? [part] : this.#valuesOf(part).map(({ value }) => encode(value));
        if (texts.length * values.length > maxTerms) tooMany('terms of one template');
        return texts.flatMap((text) => values.map((value) => text + value));
      },
      [''],
    );
  }

  #termOf(text: string, kind: TermKind): readonly RdfValue[] {
    if (kind.type === 'iri') return text === '' ? [] : [namedNode(this.#iriOf(text))];
    // any text is a label of the same length, in every syntax
    if (kind.type === 'blank') return [blankNode(`b${hash('sha256', text, 'hex').slice(0, 32)}`)];
    return [literal(text, kind.language ?? (kind.datatype === undefined ? undefined : namedNode(kind.datatype)))];
  }

  /** A text as an absolute IRI. One that is none follows the base, as R2RML prescribes. */
  #iriOf(text: string): string {
    const iri = encodeIri(text);
    return isAbsoluteIri(iri) ? iri : `${this.#base}${encodeIriPart(text)}`;
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

/** Fails EXPORT_NOT_POSSIBLE for a record whose values combine to too many statements. */
export const tooMany = (what: string): never =>
  fail('EXPORT_NOT_POSSIBLE', { reason: `the semantic.rml_mapping makes too many ${what} from one record` });
