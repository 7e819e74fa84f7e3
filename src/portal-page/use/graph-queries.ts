import { enumName, nameRecordFields } from '#kernel/field-names.ts';
import { printName } from '#kernel/odsql-names.ts';
import { encodePart, jsonText } from './quote.ts';
import { queryOf, type RecordQuery, type Use, type UsedField } from './record-query.ts';

/** A query of a graph, and the link that opens it in the editor. */
export interface GraphQuery {
  readonly query: string;
  readonly endpoint: string;
  readonly link: string;
}

/** The query of a view in the graph of the catalog: the dataset, its fields, its records, and the values of its facets. */
export function catalogQuery(use: Use): GraphQuery {
  const query = queryOf(use);
  const selection = selectionArguments(query, jsonText);
  const page = [
    ...selection,
    ...orderArgument(query, jsonText),
    ...(query.select === undefined ? [] : [`select: ${listText(query.select.map(printName))}`]),
    ...pageArguments(use),
  ];
  const text = `query Records {
  catalogDataset(by: { datasetId: ${jsonText(use.datasetId)} }) {
    title
    schema { name label type unit }
    records${written(page, '    ')} {
      totalCount
      nodes { recordId values }
      pageInfo { hasNextPage endCursor }
    }
    recordFacets${written(selection, '    ')} { name values { value count } }
  }
}
`;
  return queryAt(use, text, '');
}

/** The maximum number of fields that a query of a typed graph selects: documents have a limit. */
const maxFields = 200;
const maxFacets = 20;

/** The query of a view in the typed graph of the dataset, where each field has its own type. Undefined for a dataset without fields. */
export function typedQuery(use: Use): GraphQuery | undefined {
  if (use.fields.length === 0) return undefined;
  const query = queryOf(use);
  const named = nameRecordFields(use.fields);
  const nameOf = new Map(named.map(({ name, field }) => [field.name, enumName(name)]));
  const enumOf = (field: string): string => nameOf.get(field) ?? field;
  const isOf = (kinds: (field: UsedField) => boolean) => {
    const names = new Set(use.fields.filter(kinds).map(({ name }) => name));
    return ({ field }: { readonly field: string }): boolean => names.has(field);
  };
  const typed = {
    ...query,
    refine: query.refine.filter(isOf(isGrouped)),
    orderBy: query.orderBy.filter(isOf(isOrdered)),
  };
  const selection = selectionArguments(typed, enumOf);
  const selected = new Set(query.select);
  const members = named
    .filter(({ field }) => query.select === undefined || selected.has(field.name))
    .slice(0, maxFields)
    .map(({ name, field }) => `      ${name}${membersOf(field)}`);
  const facets = use.fields.filter((field) => field.isFacet && isGrouped(field)).slice(0, maxFacets);
  const facetArguments = [`fields: [${facets.map(({ name }) => enumOf(name)).join(', ')}]`, ...selection];
  const text = `query Records {
  records${written([...selection, ...orderArgument(typed, enumOf), ...pageArguments(use)], '  ')} {
    totalCount
    nodes {
      recordId
${members.join('\n')}
    }
    pageInfo { hasNextPage endCursor }
  }${facets.length === 0 ? '' : `\n  facets${written(facetArguments, '  ')} { field values { value count } }`}
}
`;
  return queryAt(use, text, `/datasets/${encodePart(use.datasetId)}`);
}

const queryAt = ({ service }: Use, query: string, path: string): GraphQuery => ({
  query,
  endpoint: `${service}/graphql${path}`,
  link: `${service}/graphiql${path}?query=${encodePart(query)}`,
});

const isGrouped = ({ type }: UsedField): boolean => !['geo_point_2d', 'geo_shape', 'file'].includes(type);

const isOrdered = ({ type, isMultivalued }: UsedField): boolean =>
  !isMultivalued && !['geo_shape', 'geo_point_2d', 'file'].includes(type);

/** What is selected of a value that is an object. */
function membersOf({ type, isMultivalued }: UsedField): string {
  if (isMultivalued) return '';
  if (type === 'geo_point_2d') return ' { lon lat }';
  return type === 'file' ? ' { filename mimetype url }' : '';
}

/** The arguments that select records; `fieldText` writes the name of a field. */
function selectionArguments(
  { where, search, refine }: RecordQuery,
  fieldText: (name: string) => string,
): readonly string[] {
  const refinements = refine.map(({ field, value }) => `{ field: ${fieldText(field)}, value: ${jsonText(value)} }`);
  return [
    ...(search === undefined ? [] : [`filter: { matches: ${jsonText(search)} }`]),
    ...(refinements.length === 0 ? [] : [`refine: [${refinements.join(', ')}]`]),
    ...(where === undefined ? [] : [`where: ${jsonText(where)}`]),
  ];
}

function orderArgument({ orderBy }: RecordQuery, fieldText: (name: string) => string): readonly string[] {
  const keys = orderBy.map(({ field, direction }) => `{ field: ${fieldText(field)}, direction: ${direction} }`);
  return keys.length === 0 ? [] : [`orderBy: [${keys.join(', ')}]`];
}

const pageArguments = ({ limit, offset }: Use): readonly string[] => [
  `first: ${String(limit)}`,
  ...(offset === 0 ? [] : [`offset: ${String(offset)}`]),
];

const listText = (texts: readonly string[]): string => `[${texts.map(jsonText).join(', ')}]`;

/** Arguments in parentheses, one on each line where they are many. */
function written(given: readonly string[], indent: string): string {
  if (given.length === 0) return '';
  const line = given.join(', ');
  return line.length <= 80 ? `(${line})` : `(\n${given.map((each) => `${indent}  ${each}`).join('\n')}\n${indent})`;
}
