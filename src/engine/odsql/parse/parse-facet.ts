import { facetSorts, type FacetRequest, type FacetSort } from '../tree.ts';
import { parseInteger } from './parse-literal.ts';
import { TokenReader } from './token-reader.ts';

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
