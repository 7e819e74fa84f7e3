import { encodeIri, isValidIri } from '../terms.ts';
import { fail } from '#kernel/fail.ts';
import { truncate } from '#kernel/text.ts';

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
function columnsOf(map: ObjectMap): readonly string[] {
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
export const constantTerm = (value: string, kind: TermKind): TermMap => ({ from: 'template', parts: [value], kind });

/** A logical source of a mapping: where its rows come from. */
export interface LogicalSource {
  /** A text that is the same for equal sources of a mapping. */
  readonly key: string;
  readonly iterator: string | undefined;
}

/** Matches the JSONPaths that select the records of a dataset, or their fields, in a response of Opendatasoft. */
const recordIterator = /^\$(?:\.{1,2}\w+)*\.?\[\*\](?:\.record)?(?:\.fields)?$/;

/**
 * Checks that a mapping has at most one logical source, which stands for the records of the dataset, whatever name the
 * mapping gives it. Fails INVALID_MAPPING for several sources, and for an iterator over parts of records.
 */
export function checkSources(sources: readonly LogicalSource[]): void {
  if (new Set(sources.map(({ key }) => key)).size > 1)
    invalid('it has several logical sources, and an export has the records of one dataset; joins are not supported');
  for (const { iterator } of sources)
    if (iterator !== undefined && iterator !== '$' && !recordIterator.test(iterator))
      unsupportedMapping(`The iterator ${quoted(iterator)}`);
}

/** The characters around a reference in a template, which differ between the languages of mappings. */
interface TemplateSyntax {
  readonly open: string;
  readonly close: string;
}

/** The syntax of R2RML and RML, as in `http://example.org/{name}`. */
export const rmlTemplate: TemplateSyntax = { open: '{', close: '}' };
/** The syntax of YARRRML, as in `http://example.org/$(name)`. */
export const yarrrmlTemplate: TemplateSyntax = { open: '$(', close: ')' };

/** The maximum number of parts of a template. */
const maxParts = 100;

/** Parses a template into texts and references; a backslash escapes a special character. Fails INVALID_MAPPING. */
export function parseTermTemplate(template: string, { open, close }: TemplateSyntax): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let text = '';
  let reference: string | undefined;
  for (let at = 0; at < template.length; at += 1) {
    const character = template.charAt(at);
    const isEscaped = character === '\\' && isSpecial(template.charAt(at + 1));
    if (isEscaped) at += 1;
    const piece = isEscaped ? template.charAt(at) : character;
    if (reference !== undefined) {
      if (isEscaped || piece !== close) reference += piece;
      else {
        parts.push(parseReference(reference));
        reference = undefined;
      }
    } else if (!isEscaped && template.startsWith(open, at)) {
      if (text !== '') parts.push(text);
      text = '';
      reference = '';
      at += open.length - 1;
    } else text += piece;
  }
  if (reference !== undefined) invalid(`the template ${quoted(template)} lacks a ${close}`);
  if (text !== '' || parts.length === 0) parts.push(text);
  if (parts.length > maxParts) invalid(`a template has more than ${String(maxParts)} parts`);
  return parts;
}

const isSpecial = (character: string): boolean => character !== '' && '\\{}$()'.includes(character);

const coordinates: Readonly<Record<string, 'lat' | 'lon'>> = {
  ...{ '[0]': 'lat', '[1]': 'lon', '.lat': 'lat', '.lon': 'lon' },
};

/**
 * Parses a reference to a column: a name, or a JSONPath of one step (`$.name`, `$['name']`), which may select all items of a list (`[*]`) or
 * a coordinate of a point (`.lat`, `[0]`). Fails INVALID_MAPPING.
 */
export function parseReference(reference: string): ColumnReference {
  const written = reference.trim();
  const path = /^\$\.?(?:\[(?<quote>['"])(?<quotedName>.+?)\k<quote>\]|(?<name>[^.[\]]+))(?<rest>.*)$/s.exec(
    written,
  )?.groups;
  if (written === '') invalid('a reference names no column');
  const { rest = '', name = written, quotedName = name } = path ?? nameParts(written);
  const coordinate = coordinates[rest];
  if (coordinate === undefined && rest !== '' && rest !== '[*]') unsupportedMapping(`The reference ${quoted(written)}`);
  return { column: quotedName, ...(coordinate && { coordinate }) };
}

/** Splits a reference that is not a JSONPath into the name of a column and a suffix, such as `.lat` or `[*]`. Without one of these suffixes, all of it is the name, which may have any characters. */
const nameParts = (written: string): Partial<Record<string, string>> =>
  /^(?<name>[^.[\]]+)(?<rest>\[\*\]|\[[01]\]|\.lat|\.lon)$/s.exec(written)?.groups ?? { name: written };

/** Checks an IRI that the mapping states, and encodes its invalid characters. Fails INVALID_MAPPING for a relative IRI. */
export const parseIri = (iri: string): string =>
  isValidIri(encodeIri(iri)) ? encodeIri(iri) : invalid(`${quoted(iri)} is no absolute IRI`);

/** Checks a language tag. Fails INVALID_MAPPING for a text that is not one. */
export const parseLanguage = (tag: string): string =>
  /^[a-z]{1,8}(?:-[a-z\d]{1,8})*$/i.test(tag) ? tag : invalid(`${quoted(tag)} is no language tag`);

const maxQuotedLength = 100;

/** A text of the mapping in quotes, truncated, for an error message. */
export const quoted = (text: string): string => `"${truncate(text, maxQuotedLength)}"`;

/** Throws INVALID_MAPPING for a mapping that is wrong. */
export const invalid = (reason: string): never => fail('INVALID_MAPPING', { reason });

/** Throws INVALID_MAPPING for a mapping that uses what exports do not support. */
export const unsupportedMapping = (feature: string): never => invalid(`${feature} is not supported`);
