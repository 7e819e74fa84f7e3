import { useRef } from 'preact/hooks';
import { datasetPath } from '#portal-page/address.ts';
import type { Language } from '#portal-page/messages/language.ts';
import { useLanguage, usePage } from '#portal-page/page-context.ts';
import {
  type ColumnFilter,
  isDated,
  isNumeric,
  type Operator,
  operatorsOf,
} from '#portal-page/records/column-filter.ts';
import type { RecordsPage } from '#portal-page/records/read-records.ts';
import {
  defaultColumns,
  isNarrowed,
  isOfTable,
  parameterOf,
  queryOfForm,
  shownColumns,
  type TableState,
  wholeTable,
  writeTable,
} from '#portal-page/records/table-state.ts';
import { Link } from '#portal-page/shell.tsx';
import type { Columns } from './dataset-parts.tsx';

/** The maximum number of columns that can be filtered at the same time: those that are shown first. */
const maxFiltered = 40;

/** The form above the table: words, facets, filters of columns, and the choice of columns. */
export function RecordControls({
  datasetId,
  schema,
  parameters,
  state,
  facets,
}: {
  readonly datasetId: string;
  readonly schema: Columns;
  readonly parameters: URLSearchParams;
  readonly state: TableState;
  readonly facets: RecordsPage['facets'];
}) {
  const { addressOf, browser, language } = usePage();
  const { t } = language;
  const form = useRef<HTMLFormElement>(null);
  const path = datasetPath(datasetId);
  const filtered = shownColumns(state, schema)
    .filter(({ type }) => operatorsOf(type).length > 1)
    .slice(0, maxFiltered);
  const submit = (): void => {
    if (!form.current) return;
    const values = [...new FormData(form.current)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    );
    browser?.navigate(path + queryOfForm(values, schema));
  };
  const hasControl = new Set([
    'q',
    'column',
    ...filtered.flatMap((column) => controlsOf(column).map((operator) => parameterOf(operator, column.name))),
    ...facets.map(({ name }) => parameterOf('refine', name)),
  ]);
  const hidden = [...writeTable(state), ...[...parameters].filter(([name]) => !isOfTable(name))].filter(
    ([name]) => !hasControl.has(name) && name !== 'page',
  );
  return (
    <form
      class="record-controls"
      role="search"
      aria-label={t('searchRecords')}
      action={`${addressOf(path)}#records`}
      method="get"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onChange={(event) => {
        // what is written waits for the button, and what is ticked does not
        if (event.target instanceof HTMLInputElement && event.target.type === 'checkbox') submit();
      }}
    >
      <div class="search-box">
        <label for="record-words" class="visually-hidden">
          {t('searchRecords')}
        </label>
        <input
          id="record-words"
          type="search"
          name="q"
          value={state.search}
          placeholder={t('searchRecords')}
          maxLength={500}
          autocomplete="off"
        />
        <button type="submit">{t('search')}</button>
      </div>
      {hidden.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {filtered.length + facets.length > 0 && (
        <details id="record-filters">
          <summary>{t('filters')}</summary>
          <div class="control-grid">
            {facets.map(({ name, values }) => (
              <FacetChoice key={name} column={schema.find((each) => each.name === name)} {...{ name, values, state }} />
            ))}
            {filtered.map((column) => (
              <FilterFields key={column.name} column={column} filters={state.filters} />
            ))}
          </div>
          <button type="submit" class="primary">
            {t('apply')}
          </button>
        </details>
      )}
      <ColumnChoice schema={schema} state={state} />
    </form>
  );
}

/** The operators that have an input. Numbers and dates are asked for by their ends. */
const controlsOf = ({ type }: Columns[number]): readonly Operator[] =>
  isNumeric(type) || isDated(type) ? ['from', 'to', 'empty'] : operatorsOf(type);

function FilterFields({
  column,
  filters,
}: {
  readonly column: Columns[number];
  readonly filters: readonly ColumnFilter[];
}) {
  const { t } = useLanguage();
  const { name, label, type, unit } = column;
  const valueOf = (operator: Operator): string =>
    filters.find((filter) => filter.field === name && filter.operator === operator)?.value ?? '';
  return (
    <fieldset>
      <legend dir="auto">{unit === null ? label : `${label} (${unit})`}</legend>
      {controlsOf(column).map((operator) => {
        const parameter = parameterOf(operator, name);
        const value = valueOf(operator);
        return (
          <label key={operator}>
            <span>{t(`operators.${operator}`)}</span>
            {operator === 'empty' ? (
              <select name={parameter}>
                {(['', 'no', 'yes'] as const).map((choice) => (
                  <option value={choice} selected={choice === value}>
                    {t(choice === '' ? 'anyValue' : choice === 'no' ? 'withValue' : 'withoutValue')}
                  </option>
                ))}
              </select>
            ) : (
              <input name={parameter} value={value} maxLength={500} {...inputOf(type, value)} autocomplete="off" />
            )}
          </label>
        );
      })}
    </fieldset>
  );
}

/** The kind of an input. A year or a month is a text: an input of days cannot hold it. */
function inputOf(type: Columns[number]['type'], value: string): Readonly<Record<string, string>> {
  if (isNumeric(type)) return { type: 'number', step: 'any' };
  return { type: isDated(type) && (value === '' || value.length === 10) ? 'date' : 'text' };
}

type FacetValues = RecordsPage['facets'][number]['values'];

/** The values of a facet. Those that are chosen stay, even where the records have many others. */
function FacetChoice({
  name,
  values,
  column,
  state,
}: {
  readonly name: string;
  readonly values: FacetValues;
  readonly column: Columns[number] | undefined;
  readonly state: TableState;
}) {
  const { number } = useLanguage();
  const parameter = parameterOf('refine', name);
  const chosen = new Set(state.refine.flatMap(({ field, value }) => (field === name ? [value] : [])));
  const listed = flatten(values);
  const known = new Set(listed.map(({ value }) => value));
  const missing = [...chosen].filter((value) => !known.has(value));
  const all = [...missing.map((value) => ({ value, label: value, count: null, depth: 0 })), ...listed];
  if (all.length === 0) return null;
  return (
    <fieldset>
      <legend dir="auto">{column?.label ?? name}</legend>
      {all.map(({ value, label, count, depth }) => (
        <label class={`check depth-${depth}`} key={value}>
          <input type="checkbox" name={parameter} value={value} checked={chosen.has(value)} />
          <span class="check-label" dir="auto">
            {label}
          </span>
          {count !== null && <span class="check-count">{number(count)}</span>}
        </label>
      ))}
    </fieldset>
  );
}

interface ListedValue {
  readonly value: string;
  readonly label: string;
  readonly count: number | null;
  readonly depth: number;
}

interface NestedValue extends Omit<ListedValue, 'depth'> {
  readonly children?: readonly NestedValue[];
}

const flatten = (values: readonly NestedValue[], depth = 0): readonly ListedValue[] =>
  values.flatMap(({ value, label, count, children = [] }) => [
    { value, label, count, depth },
    ...flatten(children.slice(0, 20), depth + 1),
  ]);

function ColumnChoice({ schema, state }: { readonly schema: Columns; readonly state: TableState }) {
  const { t } = useLanguage();
  if (schema.length < 2) return null;
  const shown = new Set(state.columns ?? defaultColumns(schema));
  return (
    <details id="record-columns">
      <summary>{t('columns')}</summary>
      <fieldset class="control-columns">
        <legend class="visually-hidden">{t('columns')}</legend>
        {schema.slice(0, 500).map(({ name, label }) => (
          <label class="check" key={name}>
            <input type="checkbox" name="column" value={name} checked={shown.has(name)} />
            <span class="check-label" dir="auto">
              {label}
            </span>
          </label>
        ))}
      </fieldset>
      <noscript>
        <button type="submit">{t('apply')}</button>
      </noscript>
    </details>
  );
}

/** What the records are filtered by, each with a link that removes it. */
export function ActiveFilters({
  schema,
  state,
  pathOf,
}: {
  readonly schema: Columns;
  readonly state: TableState;
  readonly pathOf: (changed: Partial<TableState>) => string;
}) {
  const language = useLanguage();
  const { t } = language;
  if (!isNarrowed(state)) return null;
  const labelOf = (name: string): string => schema.find((column) => column.name === name)?.label ?? name;
  const without = <Item,>(items: readonly Item[], removed: Item): readonly Item[] =>
    items.filter((item) => item !== removed);
  const used: readonly (readonly [text: string, path: string])[] = [
    ...(state.search === ''
      ? []
      : [[t('filteredBy.search', { value: state.search }), pathOf({ search: '' })] as const]),
    ...(state.where === '' ? [] : [[t('filteredBy.where', { value: state.where }), pathOf({ where: '' })] as const]),
    ...state.refine.map(
      (each) => [`${labelOf(each.field)}: ${each.value}`, pathOf({ refine: without(state.refine, each) })] as const,
    ),
    ...state.filters.map(
      (each) =>
        [filterText(language, labelOf(each.field), each), pathOf({ filters: without(state.filters, each) })] as const,
    ),
  ];
  const { search, where, refine, filters } = wholeTable;
  return (
    <ul class="tags used-filters" aria-label={t('usedFilters')}>
      {used.map(([text, path]) => (
        <li key={path}>
          <Link to={path} rel="nofollow" aria-label={t('remove', { name: text })} dir="auto">
            {text} <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
      <li>
        <Link to={pathOf({ search, where, refine, filters })} rel="nofollow" id="clear">
          {t('clearFilters')}
        </Link>
      </li>
    </ul>
  );
}

function filterText({ t }: Language, field: string, { operator, value }: ColumnFilter): string {
  if (operator !== 'empty') return t(`filteredBy.${operator}`, { field, value });
  return `${field}: ${t(value === 'yes' ? 'withoutValue' : 'withValue')}`;
}
