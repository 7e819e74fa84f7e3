import { useEffect, useRef } from 'preact/hooks';
import { datasetPath } from '#portal-page/address.ts';
import { usePage } from '#portal-page/page-context.ts';
import { cellText } from '#portal-page/records/cell-content.ts';
import { Link } from '#portal-page/shell.tsx';
import { CellValue } from '#portal-page/views/dataset/record-cell.tsx';
import { type MapField, type MapRecord, toldFields } from './read-map.ts';

/** The records that were chosen on a map: their first fields, and a link to the page of each. */
export function RecordPanel({
  datasetId,
  fields,
  records,
  totalCount,
  onClose,
}: {
  readonly datasetId: string;
  readonly fields: readonly MapField[];
  readonly records: readonly MapRecord[];
  readonly totalCount: number;
  readonly onClose: () => void;
}) {
  const { language, url } = usePage();
  const { t } = language;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, [records]);
  return (
    <div
      class="record-panel"
      role="region"
      aria-label={t('recordsHere')}
      tabIndex={-1}
      ref={box}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <button type="button" class="close" onClick={onClose} aria-label={t('close')} title={t('close')}>
        ×
      </button>
      {totalCount > 1 && <p class="quiet">{t('recordsShown', { from: 1, to: records.length, total: totalCount })}</p>}
      {records.map(({ recordId, values }) => (
        <div key={recordId}>
          <dl>
            {toldFields(fields)
              .filter((field) => cellText({ language, origin: url.origin }, field, values[field.name]) !== '')
              .map((field) => (
                <div key={field.name}>
                  <dt dir="auto">{field.label}</dt>
                  <dd dir="auto">
                    <CellValue field={field} value={values[field.name]} />
                  </dd>
                </div>
              ))}
          </dl>
          <p>
            <Link to={`${datasetPath(datasetId)}/records/${encodeURIComponent(recordId)}`}>{t('openRecord')}</Link>
          </p>
        </div>
      ))}
    </div>
  );
}
