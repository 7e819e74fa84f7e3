import { useAdmin } from '#portal-page/admin/admin-context.ts';
import { quotaUnits, type Security } from './access-draft.ts';

/** A field that may be visible or not. */
export interface KnownField {
  readonly name: string;
  readonly label: string;
}

/** Which data may be read: all or none, some fields, some records, and how often. */
export function SecurityForm({
  id,
  security,
  fields,
  set,
}: {
  readonly id: string;
  readonly security: Security;
  readonly fields: readonly KnownField[];
  readonly set: (security: Security) => void;
}) {
  const { t } = useAdmin().texts;
  const { isDataVisible, visibleFields, filterQuery, apiCallsQuota } = security;
  const known = new Map(fields.map(({ name, label }) => [name, label]));
  const offered = [...new Set([...known.keys(), ...(visibleFields ?? [])])];
  return (
    <div class="field-form">
      <label class="check wide">
        <input
          type="checkbox"
          checked={isDataVisible}
          onChange={({ currentTarget }) => set({ ...security, isDataVisible: currentTarget.checked })}
        />
        <span>{t('dataIsVisible')}</span>
      </label>
      {isDataVisible && (
        <>
          <p class="question wide">
            <label for={`${id}-filter`}>{t('rowFilter')}</label>
            <input
              id={`${id}-filter`}
              value={filterQuery}
              dir="auto"
              spellcheck={false}
              placeholder="district = 'North'"
              aria-describedby={`${id}-filter-hint`}
              onInput={({ currentTarget: { value } }) => set({ ...security, filterQuery: value })}
            />
            <span class="help" id={`${id}-filter-hint`}>
              {t('rowFilterHint')}
            </span>
          </p>
          {offered.length > 0 && (
            <fieldset class="wide choices">
              <legend>{t('visibleFields')}</legend>
              <label class="check">
                <input
                  type="checkbox"
                  checked={visibleFields === null}
                  onChange={({ currentTarget: { checked } }) =>
                    set({ ...security, visibleFields: checked ? null : [...known.keys()] })
                  }
                />
                <span>{t('allFields')}</span>
              </label>
              {visibleFields !== null &&
                offered.map((name) => (
                  <label key={name} class="check">
                    <input
                      type="checkbox"
                      checked={visibleFields.includes(name)}
                      onChange={({ currentTarget: { checked } }) =>
                        set({
                          ...security,
                          visibleFields: offered.filter((each) =>
                            each === name ? checked : visibleFields.includes(each),
                          ),
                        })
                      }
                    />
                    <span dir="auto">{known.get(name) ?? name}</span>
                  </label>
                ))}
            </fieldset>
          )}
          <p class="question">
            <label for={`${id}-quota`}>{t('callsQuota')}</label>
            <input
              id={`${id}-quota`}
              type="number"
              min={0}
              placeholder={t('noQuota')}
              value={apiCallsQuota?.limit ?? ''}
              onInput={({ currentTarget: { value, valueAsNumber } }) =>
                set({
                  ...security,
                  apiCallsQuota:
                    value === '' || !Number.isInteger(valueAsNumber)
                      ? null
                      : { limit: valueAsNumber, unit: apiCallsQuota?.unit ?? 'day' },
                })
              }
            />
          </p>
          {apiCallsQuota && (
            <p class="question">
              <label for={`${id}-unit`}>{t('quotaPeriod')}</label>
              <select
                id={`${id}-unit`}
                value={apiCallsQuota.unit}
                onChange={({ currentTarget: { value } }) => {
                  const unit = quotaUnits.find((each) => each === value);
                  if (unit) set({ ...security, apiCallsQuota: { ...apiCallsQuota, unit } });
                }}
              >
                {quotaUnits.map((unit) => (
                  <option value={unit} selected={unit === apiCallsQuota.unit}>
                    {t(`quotaUnits.${unit}`)}
                  </option>
                ))}
              </select>
            </p>
          )}
        </>
      )}
    </div>
  );
}
