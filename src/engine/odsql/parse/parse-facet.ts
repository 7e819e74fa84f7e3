import { type Clause, type FacetRequest, type FacetSort, facetSorts, type Refinement } from '../tree.ts';
import { parseInteger } from './parse-expression.ts';
import { maxClauseLength, TokenReader, unescapeText } from './token-reader.ts';
import { failSemantics, failSyntax } from '../errors.ts';

/** The largest limit of a facet. */
const maxValues = 20_000;

type Options = { -readonly [Name in keyof FacetRequest]: FacetRequest[Name] };

/**
 * Parses the facet that a parameter requests: `name`, or `facet(name="f", disjunctive=true, hierarchical=true, separator="/", sort="-count",
 * limit=20)`. Fails ODSQL_SYNTAX_ERROR and ODSQL_ERROR.
 */
export function parseFacet(text: string): FacetRequest {
  const reader = new TokenReader({ text, clause: 'facet' });
  const options: Options = {
    field: '',
    isDisjunctive: null,
    isHierarchical: null,
    separator: null,
    sort: null,
    limit: null,
  };
  if (reader.callee() !== 'facet') return { ...options, field: parseFieldName(text) ?? reader.unexpected() };
  reader.advance();
  reader.expectSign('(');
  reader.list(Object.keys(options).length, () => {
    parseOption(reader, options);
  });
  reader.expectSign(')');
  reader.expectEnd();
  return options.field === '' ? reader.malformed('facet() needs a name') : options;
}

const quotedName = /^\s*`((?:\\`|[^`\0])+)`\s*$/;
const plainName = /^[^`\0]*$/;

/** Parses a text that is the name of a field, in backquotes or without; undefined when the text is empty or has other backquotes. */
function parseFieldName(text: string): string | undefined {
  const quoted = quotedName.exec(text)?.[1];
  if (quoted !== undefined) return quoted.replaceAll('\\`', '`');
  return (plainName.test(text) && text.trim()) || undefined;
}

function parseOption(reader: TokenReader, options: Options): void {
  const name = reader.word() ?? reader.unexpected();
  if (!['name', 'disjunctive', 'hierarchical', 'separator', 'sort', 'limit'].includes(name)) reader.unexpected();
  reader.advance();
  reader.expectSign('=');
  switch (name) {
    case 'name':
      options.field = reader.text();
      return;
    case 'separator':
      options.separator = reader.text();
      return;
    case 'sort':
      options.sort = parseSort(reader);
      return;
    case 'limit':
      options.limit = parseLimit(reader);
      return;
    case 'disjunctive':
      options.isDisjunctive = parseBoolean(reader);
      return;
    default:
      options.isHierarchical = parseBoolean(reader);
  }
}

function parseBoolean(reader: TokenReader): boolean {
  const value = reader.acceptWord('true');
  if (!value) reader.expectWord('false');
  return value;
}

function parseSort(reader: TokenReader): FacetSort {
  const text = reader.text();
  return (
    facetSorts.find((sort) => sort === text) ?? reader.malformed(`A facet can be sorted by ${facetSorts.join(', ')}`)
  );
}

function parseLimit(reader: TokenReader): number {
  const limit = parseInteger(reader);
  return limit >= 1 && limit <= maxValues
    ? limit
    : reader.malformed(`The limit of a facet must be from 1 to ${maxValues}`);
}

const maxRefinements = 100;

const fieldAndColon = /\s*(?:`((?:\\`|[^`])+)`|([^:`]*?))\s*(:)/y;
const quotedValue = /\s*(["'])((?:\\[^\0]|(?!\1)[^\\\0])*)\1\s*(,|$)/y;

/** Parses `refine` or `exclude`: `field:value`, or several pairs with quoted values and commas. Fails ODSQL_SYNTAX_ERROR. */
export function parseRefinements(text: string, clause: Clause & ('refine' | 'exclude')): readonly Refinement[] {
  if (text.trim() === '') return [];
  if (text.length > maxClauseLength) failSemantics(clause, `The clause is longer than ${maxClauseLength} characters`);
  const nul = text.indexOf('\0');
  if (nul >= 0) failSyntax(clause, text, nul, '\0');
  const found: Refinement[] = [];
  for (let position = 0; ;) {
    const name = nameAt(text, position, clause);
    const value = matchAt(quotedValue, text, position + name.length);
    // A single value without quotes extends to the end, so it may contain commas and quotes.
    if (!value)
      return found.length === 0 ? [unquotedRefinement(text, name)] : failAt(text, position + name.length, clause);
    if (found.push({ field: name.field, value: unescapeText(value[2] ?? '') }) > maxRefinements)
      failSemantics(clause, `A list has more than ${maxRefinements} items`);
    position += name.length + value[0].length;
    if (value[3] !== ',') return found;
  }
}

/** A field and the length of its source text, the colon included. */
interface FieldName {
  readonly field: string;
  readonly length: number;
}

function nameAt(text: string, position: number, clause: Clause): FieldName {
  const [found, inBackquotes, plain = ''] = matchAt(fieldAndColon, text, position) ?? failAt(text, text.length, clause);
  const name = inBackquotes?.replaceAll('\\`', '`') ?? plain;
  return name === '' ? failAt(text, position + found.length - 1, clause) : { field: name, length: found.length };
}

const unquotedRefinement = (text: string, { field: name, length }: FieldName): Refinement => ({
  field: name,
  value: text.slice(length).trim(),
});

const failAt = (text: string, position: number, clause: Clause): never =>
  failSyntax(
    clause,
    text,
    position,
    position >= text.length ? 'end of line' : (Array.from(text.slice(position, position + 2))[0] ?? ''),
  );

function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position;
  return pattern.exec(text);
}
