import { usePage } from '#portal-page/page-context.ts';
import { useAdmin } from '#portal-page/admin/admin-context.ts';
import type { FieldChange, ShownField } from './field-stack.ts';
import { fieldTypes } from './fields-draft.ts';

/** An annotation of a field; undefined where it has none. */
export const annotationOf = ({ annotations }: ShownField, name: string): string | number | undefined =>
  annotations.find((annotation) => annotation.name === name)?.args[0];

/** What a field is called and how its values are shown. */
export function FieldForm({
  field,
  change,
  isFacet,
  nameProblem,
  set,
  setFacet,
}: {
  readonly field: ShownField;
  readonly change: FieldChange;
  readonly isFacet: boolean;
  readonly nameProblem: string | undefined;
  /** Sets members; those that are as saved are no change. */
  readonly set: (change: FieldChange) => void;
  readonly setFacet: (isFacet: boolean) => void;
}) {
  const { language } = usePage();
  const { t } = useAdmin().texts;
  const id = (part: string): string => `field-${field.name}-${part}`;
  const type = change.type ?? field.type;
  const unit = change.unit ?? String(annotationOf(field, 'unit') ?? '');
  const decimals = change.decimals === undefined ? (annotationOf(field, 'decimals') ?? '') : (change.decimals ?? '');
  const { label = field.label, name = field.name, description = field.description } = change;
  return (
    <div class="field-form">
      <p class="question">
        <label for={id('label')}>{t('fieldLabel')}</label>
        <input
          id={id('label')}
          dir="auto"
          value={label}
          maxLength={1000}
          onInput={({ currentTarget: { value } }) => set({ label: value })}
        />
      </p>
      <p class="question">
        <label for={id('name')}>{t('fieldName')}</label>
        <input
          id={id('name')}
          value={name}
          maxLength={100}
          spellcheck={false}
          aria-invalid={nameProblem !== undefined}
          aria-describedby={id('name-notes')}
          onInput={({ currentTarget: { value } }) => set({ name: value.trim() })}
        />
        <span id={id('name-notes')} class={nameProblem === undefined ? 'help' : 'error'}>
          {nameProblem ?? t('fieldNameHint')}
        </span>
      </p>
      <p class="question">
        <label for={id('type')}>{t('fieldType')}</label>
        <select
          id={id('type')}
          value={type}
          onChange={({ currentTarget: { value } }) => {
            const chosen = fieldTypes.find((each) => each === value);
            if (chosen) set({ type: chosen });
          }}
        >
          {fieldTypes.map((each) => (
            <option value={each} selected={each === type}>
              {language.find(`types.${each}`) ?? each}
            </option>
          ))}
        </select>
      </p>
      {(type === 'int' || type === 'double') && (
        <>
          <p class="question">
            <label for={id('unit')}>{t('fieldUnit')}</label>
            <input
              id={id('unit')}
              value={unit}
              maxLength={100}
              onInput={({ currentTarget: { value } }) => set({ unit: value })}
            />
          </p>
          <p class="question">
            <label for={id('decimals')}>{t('fieldDecimals')}</label>
            <input
              id={id('decimals')}
              type="number"
              min={0}
              max={20}
              value={decimals}
              onInput={({ currentTarget: { value, valueAsNumber } }) =>
                set({ decimals: value === '' || !Number.isInteger(valueAsNumber) ? null : valueAsNumber })
              }
            />
          </p>
        </>
      )}
      <p class="question wide">
        <label for={id('description')}>{t('fieldDescription')}</label>
        <textarea
          id={id('description')}
          rows={2}
          dir="auto"
          maxLength={10000}
          value={description}
          onInput={({ currentTarget: { value } }) => set({ description: value })}
        />
      </p>
      <div class="wide">
        <label class="check">
          <input type="checkbox" checked={isFacet} onChange={({ currentTarget }) => setFacet(currentTarget.checked)} />
          <span>{t('fieldIsFacet')}</span>
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={change.isHidden === true}
            onChange={({ currentTarget }) => set({ isHidden: currentTarget.checked })}
          />
          <span>{t('fieldIsHidden')}</span>
        </label>
      </div>
    </div>
  );
}
