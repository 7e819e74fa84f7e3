import { printName } from '#kernel/odsql-names.ts';
import type { FieldType } from '#portal-page/generated/operations.ts';
import type { OrderKey, RecordState, Refinement } from '#portal-page/record-state.ts';
import { type ColumnFilter, conditionOf, isFit, type Operator, operators } from './column-filter.ts';

/** A column that the records of a dataset may have. */
export interface Column {
  readonly name: string;
  readonly type: FieldType;
  readonly isMultivalued: boolean;
}

/** What the table of records shows, as the address of its page says. */
export interface TableState {
  /** Words that the texts of a record contain; empty for all records. */
  readonly search: string;
  /** A condition in ODSQL; empty for all records. */
  readonly where: string;
  readonly refine: readonly Refinement[];
  readonly filters: readonly ColumnFilter[];
  readonly orderBy: readonly OrderKey[];
  /** The names of the chosen columns, in the order of the dataset; undefined for those that are shown without a choice. */
  readonly columns: readonly string[] | undefined;
  /** From 1 on. */
  readonly page: number;
}

/** Something in an address that the table does not do, and why. */
export interface Problem {
  readonly reason: 'unknownField' | 'unfitValue' | 'unsortable' | 'tooLong' | 'tooMany';
  /** The field, or the parameter. */
  readonly name: string;
  /** What is asked of it. */
  readonly value: string;
}

/** What an address asks of the table. */
export interface ReadTable {
  readonly state: TableState;
  readonly problems: readonly Problem[];
}

/** The limits of what an address asks. */
export const limits = {
  search: 500,
  where: 2_000,
  value: 500,
  refine: 50,
  filters: 20,
  orderBy: 5,
  columns: 500,
  defaultColumns: 50,
  pages: 1_000,
  problems: 10,
} as const;

/** The table without any choice. */
export const wholeTable: TableState = {
  search: '',
  where: '',
  refine: [],
  filters: [],
  orderBy: [],
  columns: undefined,
  page: 1,
};

/** Whether records can be ordered by a column. */
export const isSortable = ({ type, isMultivalued }: Column): boolean =>
  !isMultivalued && !['geo_point_2d', 'geo_shape', 'file'].includes(type);

/** The columns that are shown without a choice: a shape is too much for a cell, and very many columns for a page. */
export const defaultColumns = (columns: readonly Column[]): readonly string[] =>
  (columns.every(isShape) ? columns : columns.filter((column) => !isShape(column)))
    .slice(0, limits.defaultColumns)
    .map(({ name }) => name);

const isShape = ({ type }: Column): boolean => type === 'geo_shape';

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name, index) => name === other[index]);

/** The columns that a table shows. */
export function shownColumns<Shown extends Column>(state: TableState, columns: readonly Shown[]): readonly Shown[] {
  const names = new Set(state.columns ?? defaultColumns(columns));
  return columns.filter(({ name }) => names.has(name));
}

/** Whether a parameter of an address belongs to the table; all others belong to other parts of the page. */
export const isOfTable = (parameter: string): boolean =>
  ['q', 'where', 'asc', 'desc', 'column', 'page', 'row'].includes(parameter) || namedField(parameter) !== undefined;

/** The parameter of a field, such as `from.population`. */
export const parameterOf = (kind: Operator | 'refine', field: string): string => `${kind}.${field}`;

/** A parameter that names a field. */
function namedField(parameter: string): { readonly kind: Operator | 'refine'; readonly field: string } | undefined {
  const dot = parameter.indexOf('.');
  const kind = (['refine', ...operators] as const).find((each) => each === parameter.slice(0, dot));
  return kind === undefined || dot === parameter.length - 1 ? undefined : { kind, field: parameter.slice(dot + 1) };
}

/** Reads what an address asks of the table. Whatever the table cannot do is a problem, and the rest is done. */
export function readTable(parameters: URLSearchParams, columns: readonly Column[]): ReadTable {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const problems: Problem[] = [];
  const report = (reason: Problem['reason'], name: string, value = ''): void => {
    if (problems.length < limits.problems)
      problems.push({ reason, name: wellFormed(name.slice(0, 100)), value: wellFormed(value.slice(0, 100)) });
  };
  const refine: Refinement[] = [];
  const filters: ColumnFilter[] = [];
  const orderBy: OrderKey[] = [];
  const chosen = new Set<string>();
  /** The column of a field, where a list has room for what is asked of it. */
  const columnFor = (name: string, value: string, count: number, limit: number): Column | undefined => {
    const column = byName.get(name);
    if (!column) report('unknownField', name, value);
    else if (value.length > limits.value) report('tooLong', name, value);
    else if (count >= limit) report('tooMany', name, value);
    else return column;
    return undefined;
  };
  const text = (name: 'q' | 'where', limit: number): string => {
    const given = (parameters.get(name) ?? '').trim();
    if (given.length <= limit) return given;
    report('tooLong', name, given);
    return '';
  };
  for (const [parameter, given] of parameters) {
    if (given.trim() === '') continue;
    const { kind = parameter, field = given } = namedField(parameter) ?? {};
    const value = kind === 'refine' ? given : given.trim();
    if (kind === 'refine') {
      const isKnown = refine.some((each) => each.field === field && each.value === value);
      if (!isKnown && columnFor(field, value, refine.length, limits.refine)) refine.push({ field, value });
    } else if (kind === 'asc' || kind === 'desc') {
      const column = columnFor(field, '', orderBy.length, limits.orderBy);
      if (column && !isSortable(column)) report('unsortable', field);
      else if (column && !orderBy.some((key) => key.field === field))
        orderBy.push({ field, direction: kind === 'asc' ? 'ASC' : 'DESC' });
    } else if (kind === 'column') {
      if (columnFor(field, '', chosen.size, limits.columns)) chosen.add(field);
    } else {
      const operator = operators.find((each) => each === kind);
      if (operator === undefined) continue;
      const column = columnFor(field, value, filters.length, limits.filters);
      if (!column) continue;
      const filter = { field, operator, value };
      if (!isFit(filter, column.type)) report('unfitValue', field, value);
      else if (!filters.some((each) => each.field === field && each.operator === operator)) filters.push(filter);
      else report('tooMany', field, value);
    }
  }
  const shown = columns.flatMap(({ name }) => (chosen.has(name) ? [name] : []));
  const state = {
    search: text('q', limits.search),
    where: text('where', limits.where),
    refine,
    filters,
    orderBy,
    columns: shown.length === 0 || isSame(shown, defaultColumns(columns)) ? undefined : shown,
    page: pageIn(parameters),
  };
  return { state, problems };
}

function pageIn(parameters: URLSearchParams): number {
  const page = Number(parameters.get('page') ?? '1');
  return Number.isInteger(page) && page >= 1 ? Math.min(page, limits.pages) : 1;
}

const wellFormed = (text: string): string => text.toWellFormed();

/** The parameters of a table; what is not chosen has none. */
export function writeTable(state: TableState): readonly (readonly [name: string, value: string])[] {
  const { search, where, refine, filters, orderBy, columns, page } = state;
  return [
    ...(search === '' ? [] : [['q', search] as const]),
    ...(where === '' ? [] : [['where', where] as const]),
    ...refine.map(({ field, value }) => [parameterOf('refine', field), value] as const),
    ...filters.map(({ field, operator, value }) => [parameterOf(operator, field), value] as const),
    ...orderBy.map(({ field, direction }) => [direction === 'ASC' ? 'asc' : 'desc', field] as const),
    ...(columns ?? []).map((name) => ['column', name] as const),
    ...(page === 1 ? [] : [['page', String(page)] as const]),
  ];
}

/** The query of an address (with `?`, empty without parameters) whose table has changed. What belongs to other parts of the page stays. */
export function queryWith(parameters: URLSearchParams, state: TableState): string {
  const others = [...parameters].filter(([name]) => !isOfTable(name));
  const query = new URLSearchParams([...writeTable(state), ...others].map(([name, value]) => [name, value])).toString();
  return query === '' ? '' : `?${query}`;
}

/** The query of an address that a form of the table asks for: from its first page, without what was left empty. */
export function queryOfForm(given: Iterable<readonly [string, string]>, columns: readonly Column[]): string {
  const filled = [...given].filter(([name, value]) => value.trim() !== '' && name !== 'page');
  const chosen = filled.flatMap(([name, value]) => (name === 'column' ? [value] : []));
  const isDefault = isSame(chosen, defaultColumns(columns));
  const kept = filled.filter(([name]) => !(isDefault && name === 'column'));
  const query = new URLSearchParams(kept.map(([name, value]) => [name, value])).toString();
  return query === '' ? '' : `?${query}`;
}

/** Whether a table shows some of the records only. */
export const isNarrowed = ({ search, where, refine, filters }: TableState): boolean =>
  search !== '' || where !== '' || refine.length > 0 || filters.length > 0;

/** Whether a table shows the records otherwise than the dataset has them. */
export const isChanged = (state: TableState): boolean =>
  isNarrowed(state) || state.orderBy.length > 0 || state.columns !== undefined;

/** The records that a table shows, in the words of queries: the filters of its columns are one condition. */
export function recordStateOf(state: TableState, columns: readonly Column[]): RecordState {
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  const conditions = state.filters.flatMap((filter) => {
    const type = types.get(filter.field);
    return type === undefined ? [] : [conditionOf(filter, type)];
  });
  const { search, where, refine, orderBy, columns: select } = state;
  const all = [...(where === '' ? [] : conditions.length === 0 ? [where] : [`(${where})`]), ...conditions];
  return {
    ...(all.length > 0 && { where: all.join(' and ') }),
    ...(search !== '' && { search }),
    ...(orderBy.length > 0 && { orderBy }),
    ...(select && { select }),
    refine,
  };
}

/** The variables that select the records of a state in the graph. */
export const selectionOf = ({ where, search, refine }: RecordState) => ({
  where: where ?? null,
  filter: search === undefined ? null : { matches: search },
  refine: refine.map(({ field, value }) => ({ field, value })),
});

/** The names of columns as the graph selects them. */
export const selectOf = (names: readonly string[]): string[] => names.map(printName);
