import { useEffect, useRef } from 'preact/hooks';
import { datasetPath } from '#portal-page/address.ts';
import { isRecord } from '#portal-page/json.ts';
import type { Language } from '#portal-page/messages/language.ts';
import { useLanguage } from '#portal-page/page-context.ts';
import { Link } from '#portal-page/shell.tsx';
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
  const language = useLanguage();
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
            {toldFields(fields).map(({ name, label }) => {
              const text = valueText(language, values[name]);
              return (
                text !== '' && (
                  <div key={name}>
                    <dt dir="auto">{label}</dt>
                    <dd dir="auto">{text}</dd>
                  </div>
                )
              );
            })}
          </dl>
          <p>
            <Link to={`${datasetPath(datasetId)}/records/${encodeURIComponent(recordId)}`}>{t('openRecord')}</Link>
          </p>
        </div>
      ))}
    </div>
  );
}

const maxCharacters = 300;

/** A value as a short text. */
function valueText(language: Language, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return language.number(value);
  if (Array.isArray(value))
    return value
      .slice(0, 20)
      .map((each) => valueText(language, each))
      .join(', ');
  if (isRecord(value)) return typeof value['filename'] === 'string' ? value['filename'] : '';
  const text = typeof value === 'string' ? value : '';
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return language.date(text);
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(text)) return language.dateTime(text);
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters).toWellFormed()}…` : text;
}
