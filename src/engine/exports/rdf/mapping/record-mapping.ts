/** A value of a row: that of a column, or of one coordinate of a point. */
export interface ColumnReference {
  readonly column: string;
  readonly coordinate?: 'lat' | 'lon';
}

/** A part of a template: constant text, or a value of the row. */
export type TemplatePart = string | ColumnReference;

/** What a term is. A literal has a datatype, a language, or, where it is the value of a column, the datatype of the column. */
export type TermKind =
  | { readonly type: 'iri' }
  | { readonly type: 'blank' }
  | { readonly type: 'literal'; readonly datatype?: string; readonly language?: string };

/** How a term is made from a row; a constant is a template of one text. */
export type TermMap =
  | { readonly from: 'template'; readonly parts: readonly TemplatePart[]; readonly kind: TermKind }
  | { readonly from: 'column'; readonly reference: ColumnReference; readonly kind: TermKind }
  /** A blank node for each row. */
  | { readonly from: 'row' };

/** How an object is made: as a term, or as the subjects that another triples map makes from the same row. */
export type ObjectMap = TermMap | { readonly from: 'subject'; readonly triplesMap: string };

/** The statements of a subject: each predicate with each object. */
export interface PredicateObjectMap {
  readonly predicates: readonly TermMap[];
  readonly objects: readonly ObjectMap[];
}

/** How a row becomes statements. */
export interface TriplesMap {
  readonly name: string;
  readonly subjects: readonly TermMap[];
  /** IRIs. */
  readonly classes: readonly string[];
  readonly predicateObjectMaps: readonly PredicateObjectMap[];
}

/** How the rows of a query become linked data: the mapping of one logical source. */
export interface RecordMapping {
  readonly triplesMaps: readonly TriplesMap[];
  /** The namespaces that the mapping abbreviates, by their prefix. */
  readonly prefixes: Readonly<Record<string, string>>;
}

/** The columns that a term needs. */
export function columnsOf(map: ObjectMap): readonly string[] {
  if (map.from === 'column') return [map.reference.column];
  return map.from === 'template' ? map.parts.flatMap((part) => (typeof part === 'string' ? [] : part.column)) : [];
}

/** A term with the same value in each row. */
export const constant = (value: string, kind: TermKind): TermMap => ({ from: 'template', parts: [value], kind });
