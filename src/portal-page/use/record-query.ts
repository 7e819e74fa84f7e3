import { printName, quoted } from '#kernel/odsql-names.ts';
import type { OrderKey, RecordState, Refinement } from '#portal-page/record-state.ts';
import { encodePart, wellFormed } from './quote.ts';

/** A field of the records that are taken away. */
export interface UsedField {
  readonly name: string;
  readonly type: string;
  readonly isMultivalued: boolean;
  readonly isFacet: boolean;
}

/** What is taken away: records of a dataset, as a view shows them. */
export interface Use {
  /** The address of the service, without a slash at its end. */
  readonly service: string;
  readonly datasetId: string;
  /** The fields that the visitor sees, in order. */
  readonly fields: readonly UsedField[];
  readonly state: RecordState;
  /** The number of records on a page. */
  readonly limit: number;
  /** The number of records before the page. */
  readonly offset: number;
  /** Whether programs must send a key, which stands as a placeholder. */
  readonly needsKey: boolean;
}

/** What stands for the key of the reader. */
export const keyPlaceholder = 'YOUR-KEY';

/** A parameter of an address. */
export type Parameter = readonly [name: string, value: string];

/** What a state asks for, without the fields that the dataset does not have: an address may name any. */
export interface RecordQuery {
  readonly where: string | undefined;
  readonly search: string | undefined;
  readonly refine: readonly Refinement[];
  readonly orderBy: readonly OrderKey[];
  /** Undefined for all fields. */
  readonly select: readonly string[] | undefined;
}

/** Reads the query of a state. */
export function queryOf({ state, fields }: Pick<Use, 'state' | 'fields'>): RecordQuery {
  const names = new Set(fields.map(({ name }) => name));
  const select = state.select?.filter((name) => names.has(name));
  return {
    where: filled(state.where),
    search: filled(state.search),
    refine: state.refine
      .filter(({ field }) => names.has(field))
      .map(({ field, value }) => ({ field, value: wellFormed(value) })),
    orderBy: state.orderBy?.filter(({ field }) => names.has(field)) ?? [],
    select: select && select.length > 0 ? select : undefined,
  };
}

function filled(text: string | undefined): string | undefined {
  const trimmed = wellFormed(text ?? '').trim();
  return trimmed === '' ? undefined : trimmed;
}

/** The parameters by which the Explore API selects the records of a query. */
export function parametersOf({ where, search, refine, orderBy, select }: RecordQuery): readonly Parameter[] {
  return [
    ...(where === undefined ? [] : [['where', where] as const]),
    ...(search === undefined ? [] : [['where', quoted(search)] as const]),
    ...refine.map((refinement) => ['refine', refineText(refinement)] as const),
    ...(orderBy.length === 0 ? [] : [['order_by', orderBy.map(orderText).join(', ')] as const]),
    ...(select === undefined ? [] : [['select', select.map(printName).join(',')] as const]),
  ];
}

const orderText = ({ field, direction }: OrderKey): string =>
  `${printName(field)}${direction === 'DESC' ? ' desc' : ''}`;

/** A refinement as the Explore API reads it: the value extends to the end where it does not begin with a quote or a space. */
function refineText({ field, value }: Refinement): string {
  const name = /^[^:`\s](?:[^:`]*[^:`\s])?$/.test(field) ? field : `\`${field.replaceAll('`', '\\`')}\``;
  const isPlain = value !== '' && value.trim() === value && !/^["']/.test(value);
  return `${name}:${isPlain ? value : quoted(value)}`;
}

/** The address of a part of the dataset in the Explore API, such as `records` or `exports/csv`. */
export const exploreAddress = ({ service, datasetId }: Use, part: string): string =>
  `${service}/api/explore/v2.1/catalog/datasets/${encodePart(datasetId)}/${part}`;

/** An address with parameters, none of whose characters mean something to a program. */
export const addressWith = (address: string, parameters: readonly Parameter[]): string =>
  parameters.length === 0
    ? address
    : `${address}?${parameters.map(([name, value]) => `${name}=${encodePart(value)}`).join('&')}`;

/** The parameters of the page of a view. */
export const pageParameters = (use: Use): readonly Parameter[] => [
  ...parametersOf(queryOf(use)),
  ['limit', String(Math.min(use.limit, 100))],
  ...(use.offset === 0 ? [] : [['offset', String(use.offset)] as const]),
];

/** The parameters of a CSV file that programs read. */
export const csvParameters: readonly Parameter[] = [
  ['delimiter', ','],
  ['with_bom', 'false'],
];
