import { datasetPath, recordPath } from '#portal-page/address.ts';
import { messageOf, useLanguage, usePage } from '#portal-page/page-context.ts';
import { cellText } from '#portal-page/records/cell-content.ts';
import { isNumeric } from '#portal-page/records/column-filter.ts';
import { recordPageSize, type RecordsPage } from '#portal-page/records/read-records.ts';
import {
  isNarrowed,
  isSortable,
  limits,
  type Problem,
  queryWith,
  type ReadTable,
  shownColumns,
  type TableState,
} from '#portal-page/records/table-state.ts';
import { Link } from '#portal-page/shell.tsx';
import { Pagination, ScrollBox } from '../view-parts.tsx';
import type { Columns, Dataset } from './dataset-parts.tsx';
import { CellValue } from './record-cell.tsx';
import { ActiveFilters, RecordControls } from './record-controls.tsx';

/** The table of records, as its address says: everything that it does is a link or a form. */
export function RecordTable({
  dataset: { datasetId, schema },
  parameters,
  table: { state, problems },
  records,
}: {
  readonly dataset: Dataset;
  readonly parameters: URLSearchParams;
  readonly table: ReadTable;
  readonly records: RecordsPage;
}) {
  const { t, number } = useLanguage();
  const pathOf = (changed: Partial<TableState>): string =>
    `${datasetPath(datasetId)}${queryWith(parameters, { ...state, page: 1, ...changed })}#records`;
  const columns = shownColumns(state, schema);
  const { nodes, totalCount } = records.page ?? { nodes: [], totalCount: 0 };
  const offset = (state.page - 1) * recordPageSize;
  return (
    <section class="part" id="records" aria-labelledby="records-title">
      <h2 id="records-title" tabIndex={-1}>
        {t('recordsTitle')}
      </h2>
      <RecordControls {...{ datasetId, schema, parameters, state, facets: records.facets }} />
      <ActiveFilters schema={schema} state={state} pathOf={pathOf} />
      <Problems problems={problems} schema={schema} failure={records.failure} />
      {records.page && nodes.length === 0 && (
        <p class="empty">{t(totalCount === 0 && isNarrowed(state) ? 'noRecordsMatch' : 'noRecordsHere')}</p>
      )}
      {nodes.length > 0 && (
        <ScrollBox label={t('recordsTitle')}>
          <table class="records">
            <thead>
              <tr>
                {columns.map((column) => (
                  <ColumnHead key={column.name} column={column} state={state} pathOf={pathOf} />
                ))}
              </tr>
            </thead>
            <tbody>
              {nodes.map(({ recordId, values }, index) => (
                <tr key={recordId}>
                  {columns.map((column, place) =>
                    place === 0 ? (
                      <th key={column.name} scope="row" dir="auto">
                        <RecordLink
                          path={`${recordPath(datasetId, recordId)}${rowQuery(parameters, state, offset + index + 1)}`}
                          column={column}
                          value={values[column.name]}
                        />
                        <CellValue field={column} value={values[column.name]} />
                      </th>
                    ) : (
                      <td key={column.name} class={isNumeric(column.type) ? 'number' : undefined} dir="auto">
                        <CellValue field={column} value={values[column.name]} />
                      </td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
      {records.page && (
        <div class="table-foot">
          {nodes.length > 0 && (
            <p class="quiet">
              {t('recordsShown', { from: offset + 1, to: offset + nodes.length, total: totalCount })}
              {columns.length < schema.length &&
                ` · ${t('someColumns', { shown: columns.length, total: schema.length })}`}
            </p>
          )}
          <Pagination
            page={state.page}
            pages={Math.min(limits.pages, Math.ceil(totalCount / recordPageSize))}
            pathOf={(page) => pathOf({ page })}
          />
        </div>
      )}
      {state.page === limits.pages && totalCount > limits.pages * recordPageSize && (
        <p class="note">{t('tableEnds', { limit: number(limits.pages * recordPageSize) })}</p>
      )}
    </section>
  );
}

/** The table of a record's page, and its place there. */
const rowQuery = (parameters: URLSearchParams, state: TableState, row: number): string => {
  const query = queryWith(parameters, state);
  return `${query === '' ? '?' : `${query}&`}row=${row}`;
};

/** A link to the page of a record, before its first value. */
function RecordLink({
  path,
  column,
  value,
}: {
  readonly path: string;
  readonly column: Columns[number];
  readonly value: unknown;
}) {
  const { language, url } = usePage();
  const name = cellText({ language, origin: url.origin }, column, value).slice(0, 100);
  return (
    <Link to={path} class="record-link" rel="nofollow" aria-label={language.t('openRecordOf', { name })}>
      <span aria-hidden="true">⤢</span>
    </Link>
  );
}

/** The head of a column: a link that sorts by it, ascending, then descending, then not. */
function ColumnHead({
  column,
  state,
  pathOf,
}: {
  readonly column: Columns[number];
  readonly state: TableState;
  readonly pathOf: (changed: Partial<TableState>) => string;
}) {
  const { name, label, unit, type } = column;
  const text = unit === null ? label : `${label} (${unit})`;
  const numberClass = isNumeric(type) ? 'number' : undefined;
  if (!isSortable(column))
    return (
      <th scope="col" class={numberClass} dir="auto">
        {text}
      </th>
    );
  const direction = state.orderBy.find(({ field }) => field === name)?.direction;
  const next = direction === undefined ? 'ASC' : direction === 'ASC' ? 'DESC' : undefined;
  return (
    <th
      scope="col"
      class={numberClass}
      dir="auto"
      aria-sort={direction === undefined ? undefined : direction === 'ASC' ? 'ascending' : 'descending'}
    >
      <Link to={pathOf({ orderBy: next ? [{ field: name, direction: next }] : [] })} class="sorts" rel="nofollow">
        {text} <span aria-hidden="true">{direction === undefined ? '↕' : direction === 'ASC' ? '↑' : '↓'}</span>
      </Link>
    </th>
  );
}

/** What is wrong with what the address asks of the table. */
function Problems({
  problems,
  schema,
  failure,
}: {
  readonly problems: readonly Problem[];
  readonly schema: Columns;
  readonly failure: unknown;
}) {
  const language = useLanguage();
  if (problems.length === 0 && !failure) return null;
  const labelOf = (name: string): string => schema.find((column) => column.name === name)?.label ?? name;
  return (
    <div class="note error-summary" role="alert" id="record-problems">
      {failure !== undefined && <p>{language.t('recordsFailed', { message: messageOf(language, failure) })}</p>}
      {problems.length > 0 && (
        <ul>
          {problems.map(({ reason, name, value }) => (
            <li>{language.t(`tableProblems.${reason}`, { name: labelOf(name), value })}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
