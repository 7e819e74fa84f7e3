import { type Address, datasetPath, recordPath } from '#portal-page/address.ts';
import { RecordDatasetDocument, type RecordDatasetQuery } from '#portal-page/generated/operations.ts';
import { isRecord } from '#portal-page/json.ts';
import type { Place } from '#portal-page/map/geometry.ts';
import { PlaceMap } from '#portal-page/map/place-map.tsx';
import { type Page, useLanguage, usePage } from '#portal-page/page-context.ts';
import { plainText } from '#portal-page/rich-text.tsx';
import { beginningOf, cellText } from '#portal-page/records/cell-content.ts';
import { type ReadRecord, readRecord, recordPageSize, rowOf } from '#portal-page/records/read-records.ts';
import { queryWith, readTable, type TableState } from '#portal-page/records/table-state.ts';
import { Link } from '#portal-page/shell.tsx';
import type { View } from '#portal-page/view.tsx';
import { CellValue } from './record-cell.tsx';

type At = Extract<Address, { view: 'record' }>;
type Dataset = NonNullable<RecordDatasetQuery['catalogDataset']>;

/** What the page of a record shows. */
interface RecordData {
  readonly dataset: Dataset;
  readonly read: ReadRecord;
  /** The table from which the visitor came. */
  readonly state: TableState;
  readonly row: number | undefined;
}

/** A record: all of its fields, where it is, and the way back to the table. */
export const recordView: View<At, RecordData> = {
  async load({ reader, signal }, { datasetId, recordId, parameters }) {
    const { data } = await reader.read(RecordDatasetDocument, { datasetId }, signal);
    const dataset = data.catalogDataset;
    if (!dataset?.hasRecords || !dataset.dataAccess.isDataVisible) return undefined;
    const { state } = readTable(parameters, dataset.schema);
    const row = rowOf(parameters);
    const read = await readRecord({ reader, signal }, dataset, recordId, { state, row });
    return read && { dataset, read, state, row };
  },
  head(data, page) {
    const { dataset, read } = data;
    const title = dataset.title ?? dataset.datasetId;
    const facts = dataset.schema.slice(0, 8).flatMap((field) => {
      const text = textOf(page, field, read.record.values[field.name]);
      return text === '' ? [] : [`${field.label}: ${beginningOf(text, 60) ?? text}`];
    });
    const name = nameOf(page, data);
    const path = recordPath(dataset.datasetId, read.record.recordId);
    return {
      title: `${name} – ${title}`,
      description: facts.join(' · ').slice(0, 300).toWellFormed(),
      canonicalPath: path,
      type: 'article',
      trail: [
        { name: page.language.t('catalog'), path: '/' },
        { name: title, path: datasetPath(dataset.datasetId) },
        { name, path },
      ],
    };
  },
  Body: RecordPage,
};

const textOf = ({ language, url }: Page, field: Dataset['schema'][number], value: unknown): string =>
  cellText({ language, origin: url.origin }, field, value);

/** What people call a record: its first text, else its first value. */
function nameOf(page: Page, { dataset: { schema }, read: { record } }: RecordData): string {
  const texts = schema.filter(({ type }) => type === 'text');
  for (const field of [...texts, ...schema]) {
    const text = textOf(page, field, record.values[field.name]).trim();
    if (text !== '') return beginningOf(text, 80) ?? text;
  }
  return page.language.t('record');
}

function RecordPage({ data, address: { parameters } }: { readonly data: RecordData; readonly address: At }) {
  const page = usePage();
  const { t } = page.language;
  const { dataset, read, state, row } = data;
  const title = dataset.title ?? dataset.datasetId;
  const pageOfRow = row === undefined ? state.page : Math.ceil(row / recordPageSize);
  const tablePath = `${datasetPath(dataset.datasetId)}${queryWith(parameters, { ...state, page: pageOfRow })}#records`;
  const place = placeOf(dataset, read);
  return (
    <>
      <nav class="crumbs" aria-label={t('catalog')}>
        <Link to="/">{t('backToSearch')}</Link> <span aria-hidden="true">›</span>{' '}
        <Link to={tablePath} dir="auto">
          {title}
        </Link>
      </nav>
      <header class="dataset-head">
        <h1 tabIndex={-1} dir="auto">
          {nameOf(page, data)}
        </h1>
        <p class="quiet" dir="auto">
          {t('recordOf', { title })}
        </p>
      </header>
      <div class="record-page">
        <dl class="record-values">
          {dataset.schema.map((field) => (
            <RecordField key={field.name} field={field} value={read.record.values[field.name]} />
          ))}
          <div>
            <dt>{t('identifier')}</dt>
            <dd>
              <code>{read.record.recordId}</code>
            </dd>
          </div>
        </dl>
        {place && <PlaceMap key={read.record.recordId} place={place} />}
      </div>
      {row !== undefined && <Neighbors {...{ dataset, read, row, state, parameters }} />}
    </>
  );
}

function RecordField({ field, value }: { readonly field: Dataset['schema'][number]; readonly value: unknown }) {
  const { t } = useLanguage();
  const { label, unit, description } = field;
  const isEmpty = value === null || value === undefined || value === '';
  const text = plainText(description ?? '');
  return (
    <div>
      <dt dir="auto">
        {unit === null ? label : `${label} (${unit})`}
        {text !== '' && <span class="hint">{text}</span>}
      </dt>
      <dd dir="auto">
        {isEmpty ? <span class="quiet">{t('withoutAny')}</span> : <CellValue field={field} value={value} isWhole />}
      </dd>
    </div>
  );
}

/** The first place of a record. */
function placeOf({ schema }: Dataset, { record }: ReadRecord): Place | undefined {
  for (const { name, type } of schema) {
    const value = record.values[name];
    if (type !== 'geo_point_2d' || !isRecord(value)) continue;
    const { lat, lon } = value;
    if (typeof lat === 'number' && typeof lon === 'number') return { lat, lon };
  }
  return undefined;
}

/** Links to the records before and after in the table from which the visitor came. */
function Neighbors({
  dataset: { datasetId },
  read: { before, after },
  row,
  state,
  parameters,
}: {
  readonly dataset: Dataset;
  readonly read: ReadRecord;
  readonly row: number;
  readonly state: TableState;
  readonly parameters: URLSearchParams;
}) {
  const { t } = useLanguage();
  if (before === undefined && after === undefined) return null;
  const query = queryWith(parameters, { ...state, page: 1 });
  const link = (recordId: string | undefined, at: number, id: string, text: string) =>
    recordId !== undefined && (
      <Link
        to={`${recordPath(datasetId, recordId)}${query === '' ? '?' : `${query}&`}row=${at}`}
        id={id}
        rel={`${id} nofollow`}
        class="button"
      >
        {text}
      </Link>
    );
  return (
    <nav class="pagination" aria-label={t('recordsTitle')}>
      {link(before, row - 1, 'prev', t('previousRecord'))}
      {link(after, row + 1, 'next', t('nextRecord'))}
    </nav>
  );
}
