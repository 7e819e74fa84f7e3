import { useQuery } from '@urql/preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { usePage } from '#portal-page/page-context.ts';
import { CellValue } from '#portal-page/views/dataset/record-cell.tsx';
import { ScrollBox } from '#portal-page/views/view-parts.tsx';
import { useAdmin } from '../admin-context.ts';
import { ErrorNote, Working } from '../admin-parts.tsx';
import {
  AdminTriedPreviewDocument,
  type AdminTriedPreviewQueryVariables,
  type TriedRecordsFragment,
} from '../generated/operations.ts';

/** How long the form must rest before the preview is read again. */
const restMs = 500;

/** The first records of a resource as stacks would make them, read again when what is tried rests. */
export function useTriedRecords(tried: AdminTriedPreviewQueryVariables) {
  const [rested, setRested] = useState(tried);
  const text = JSON.stringify(tried);
  useEffect(() => {
    const timer = setTimeout(() => setRested(tried), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: AdminTriedPreviewDocument,
    variables: rested,
    requestPolicy: 'network-only',
    pause: rested.resourceUid === '',
  });
  const records = data?.dataset?.resource?.preview ?? undefined;
  return { records, error, fetching, readAgain };
}

/** Records with what a table needs to know of their fields. */
interface ShownRecords {
  readonly fields: readonly Pick<TriedRecordsFragment['fields'][number], 'name' | 'label' | 'type' | 'annotations'>[];
  readonly records: TriedRecordsFragment['records'];
}

/** Records as a table with the types of their fields. */
export function RecordTable({
  title,
  records: { fields, records },
}: {
  readonly title: string;
  readonly records: ShownRecords;
}) {
  const { language } = usePage();
  return (
    <ScrollBox label={title}>
      <table>
        <thead>
          <tr>
            {fields.map(({ name, label, type, annotations }) => {
              const unit = annotations.find((annotation) => annotation.name === 'unit')?.args[0];
              return (
                <th scope="col" key={name}>
                  <span dir="auto">{label}</span> {unit !== undefined && <span class="quiet">({unit})</span>}{' '}
                  <small class="quiet">{language.find(`types.${type}`) ?? type}</small>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr>
              {fields.map(({ name, type, annotations }) => {
                const decimals = Number(
                  annotations.find((annotation) => annotation.name === 'decimals')?.args[0] ?? NaN,
                );
                return (
                  <td dir="auto" class={type}>
                    <CellValue
                      field={{ type, decimals: Number.isNaN(decimals) ? null : decimals, precision: null }}
                      value={record[name]}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** The first records as they would be published, and what goes wrong in them. */
export function RecordPreview({
  title,
  tried: { records, error, fetching },
}: {
  readonly title: string;
  readonly tried: Pick<ReturnType<typeof useTriedRecords>, 'records' | 'error' | 'fetching'>;
}) {
  const { language } = usePage();
  const { t } = useAdmin().texts;
  const id = useId();
  return (
    <section class="record-preview" aria-labelledby={id} aria-busy={fetching}>
      <h2 id={id}>{title}</h2>
      <ErrorNote error={error} />
      <Working label={fetching && !records ? t('reading') : undefined} />
      {records && <RecordTable title={title} records={records} />}
      {records && records.recordsErrors.length > 0 && (
        <ul class="errors">
          {records.recordsErrors.map(({ recordId, fieldUid, message }) => (
            <li>{language.t('recordError', { row: Number(recordId) + 1, field: fieldUid ?? '', message })}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
