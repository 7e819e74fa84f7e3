/** A reference to a value of a row: the value of a column, or one coordinate of a point in it. */
export interface ColumnReference {
  readonly column: string;
  readonly coordinate?: 'lat' | 'lon';
}

/** A part of a template: a constant text, or a reference to a value of the row. */
export type TemplatePart = string | ColumnReference;

/** The kind of a term: an IRI, a blank node or a literal. A literal has the given datatype or language. Without both, the value of a column has the datatype of its column, and any other literal is a string. */
export type TermKind =
  | { readonly type: 'iri' }
  | { readonly type: 'blank' }
  | { readonly type: 'literal'; readonly datatype?: string; readonly language?: string };

/** How a term is made from a row. A constant is a template of one text. */
export type TermMap =
  | { readonly from: 'template'; readonly parts: readonly TemplatePart[]; readonly kind: TermKind }
  | { readonly from: 'column'; readonly reference: ColumnReference; readonly kind: TermKind }
  /** One blank node for each row. */
  | { readonly from: 'row' };

/** How the objects of statements are made: as terms of the row, or as the subjects that another triples map makes from the same row. */
export type ObjectMap = TermMap | { readonly from: 'subject'; readonly triplesMap: string };

/** Predicates and objects. A subject gets a statement for each pair of them. */
export interface PredicateObjectMap {
  readonly predicates: readonly TermMap[];
  readonly objects: readonly ObjectMap[];
}

/** How a row becomes the statements about one kind of subject. */
export interface TriplesMap {
  readonly name: string;
  readonly subjects: readonly TermMap[];
  /** The IRIs of the classes of each subject. */
  readonly classes: readonly string[];
  readonly predicateObjectMaps: readonly PredicateObjectMap[];
}

/** How the rows of a query become linked data. */
export interface RecordMapping {
  readonly triplesMaps: readonly TriplesMap[];
  /** The namespaces that the mapping abbreviates, by their prefix. */
  readonly prefixes: Readonly<Record<string, string>>;
}

/** The names of the columns that a term needs. */
export function columnsOf(map: ObjectMap): readonly string[] {
  if (map.from === 'column') return [map.reference.column];
  return map.from === 'template' ? map.parts.flatMap((part) => (typeof part === 'string' ? [] : part.column)) : [];
}

/** The names of the columns that a mapping names. */
export const columnsOfMapping = ({ triplesMaps }: RecordMapping): ReadonlySet<string> =>
  new Set(
    triplesMaps.flatMap(({ subjects, predicateObjectMaps }) => [
      ...subjects.flatMap(columnsOf),
      ...predicateObjectMaps.flatMap(({ predicates, objects }) => [...predicates, ...objects].flatMap(columnsOf)),
    ]),
  );

/** The columns that a mapping makes subjects of, where a result lacks columns of each subject; empty where a subject can be made. */
export function missingSubjectColumns({ triplesMaps }: RecordMapping, columns: ReadonlySet<string>): readonly string[] {
  const subjects = triplesMaps.flatMap((map) => map.subjects).map(columnsOf);
  const canMakeOne = subjects.some((needed) => needed.every((column) => columns.has(column)));
  return canMakeOne ? [] : [...new Set(subjects.flat().filter((column) => !columns.has(column)))];
}

/** A term with the same value in each row. */
export const constant = (value: string, kind: TermKind): TermMap => ({ from: 'template', parts: [value], kind });
