import { useEffect, useState } from 'preact/hooks';
import { DatasetRecordsDocument, type DatasetRecordsQuery, type FieldType } from '#portal-page/generated/operations.ts';
import { isRecord } from '#portal-page/json.ts';
import type { Language } from '#portal-page/messages/language.ts';
import { usePage } from '#portal-page/page-context.ts';
import { FailureNote, ScrollBox, Section } from '../view-parts.tsx';
import type { Dataset } from './dataset-parts.tsx';

/** The number of records on a page of the table. */
export const recordPageSize = 10;

type Records = NonNullable<DatasetRecordsQuery['catalogDataset']>['records'];

/** A page of records, or why it could not be read. */
export interface RecordsPage {
  readonly page: Records | undefined;
  readonly failure: unknown;
}

/** The records of a dataset, ten at a time. */
export function RecordTable({
  dataset: { datasetId, schema },
  first,
}: {
  readonly dataset: Dataset;
  readonly first: RecordsPage;
}) {
  const { language, browser } = usePage();
  const { t } = language;
  const [{ page, failure }, setPage] = useState(first);
  const [offset, setOffset] = useState(0);
  useEffect(() => {
    setPage(first);
    setOffset(0);
  }, [first]);
  const { nodes, totalCount } = page ?? { nodes: [], totalCount: 0 };
  const step = (by: number) => () => {
    const next = Math.max(0, offset + by);
    browser?.graph
      .query(DatasetRecordsDocument, { datasetId, first: recordPageSize, offset: next })
      .then(({ catalogDataset }) => {
        setPage({ page: catalogDataset?.records, failure: undefined });
        setOffset(next);
      })
      .catch((error: unknown) => {
        setPage({ page, failure: error });
      });
  };
  const numberClass = (type: FieldType) => (isNumeric(type) ? 'number' : undefined);
  return (
    <Section id="records" title={t('recordsTitle')}>
      <ScrollBox label={t('recordsTitle')}>
        <table>
          <thead>
            <tr>
              {schema.map(({ name, label, type }) => (
                <th key={name} scope="col" class={numberClass(type)} dir="auto">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {nodes.map(({ recordId, values }) => (
              <tr key={recordId}>
                {schema.map(({ name, type }) => (
                  <td key={name} class={numberClass(type)} dir="auto">
                    {cellText(language, values[name])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <div class="table-foot">
        <p class="quiet" role="status">
          {failure ? (
            <FailureNote error={failure} />
          ) : (
            t('recordsShown', {
              from: Math.min(offset + 1, totalCount),
              to: offset + nodes.length,
              total: totalCount,
            })
          )}
        </p>
        <div class="buttons">
          <button type="button" disabled={offset === 0} onClick={step(-recordPageSize)}>
            {t('previous')}
          </button>
          <button type="button" disabled={offset + nodes.length >= totalCount} onClick={step(recordPageSize)}>
            {t('next')}
          </button>
        </div>
      </div>
    </Section>
  );
}

/** Whether the values of a field are aligned as numbers. */
export const isNumeric = (type: FieldType): boolean => type === 'int' || type === 'double';

/** A value of a record as a short text. */
function cellText(language: Language, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return language.number(value);
  if (typeof value === 'string') return textOf(language, value);
  if (Array.isArray(value)) return value.map((each) => cellText(language, each)).join(', ');
  if (isRecord(value)) {
    const { lat, lon, filename, type, geometry } = value;
    if (typeof lat === 'number' && typeof lon === 'number')
      return language.t('position', { latitude: lat.toFixed(4), longitude: lon.toFixed(4) });
    if (typeof filename === 'string') return filename;
    if (isRecord(geometry) && typeof geometry['type'] === 'string') return geometry['type'];
    if (typeof type === 'string') return type;
  }
  return JSON.stringify(value);
}

function textOf(language: Language, value: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return language.date(value);
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(value)) return language.dateTime(value);
  return value;
}
