import { useAdmin } from '../admin-context.ts';
import { type BlockProps, Check, idOf, Text, TypedInput } from './block-parts.tsx';
import { Conditions } from './conditions-form.tsx';
import { type Block, contactParts } from './form-blocks.ts';

/** What a question asks, which answers it accepts, and when it is shown. */
export function BlockForm({
  block,
  others,
  change,
}: BlockProps & {
  /** The other questions of the form, on which conditions may depend. */
  readonly others: readonly Block[];
}) {
  const { t } = useAdmin().texts;
  return (
    <div class="block-form">
      <Text
        id={idOf(block, 'label')}
        label="question"
        value={block.label}
        set={(label) => change({ ...block, label })}
      />
      <Text
        id={idOf(block, 'help')}
        label="helpText"
        value={block.helpText}
        set={(helpText) => change({ ...block, helpText })}
      />
      <Text
        id={idOf(block, 'placeholder')}
        label="placeholder"
        value={block.placeholder}
        set={(placeholder) => change({ ...block, placeholder })}
      />
      <p class="question">
        <label for={idOf(block, 'name')}>{t('answerName')}</label>
        <input
          id={idOf(block, 'name')}
          aria-describedby={idOf(block, 'name-help')}
          value={block.fieldId}
          onChange={({ currentTarget }) => change({ ...block, fieldId: currentTarget.value.trim() })}
        />
        <span id={idOf(block, 'name-help')} class="help">
          {t('answerNameHint')}
        </span>
      </p>
      <div class="choices">
        <Check isChecked={block.isRequired} set={(isRequired) => change({ ...block, isRequired })}>
          {t('isRequired')}
        </Check>
        <Check isChecked={block.isUnique} set={(isUnique) => change({ ...block, isUnique })}>
          {t('isUnique')}
        </Check>
      </div>
      <TypeSettings block={block} change={change} />
      <Conditions block={block} others={others} change={change} />
    </div>
  );
}

/** The settings of the type of a question. */
function TypeSettings({ block, change }: BlockProps) {
  const { t } = useAdmin().texts;
  switch (block.type) {
    case 'text':
      return (
        <Check isChecked={block.text?.isLong === true} set={(isLong) => change({ ...block, text: { isLong } })}>
          {t('isLongText')}
        </Check>
      );
    case 'number': {
      const number = block.number ?? { isInteger: false, min: null, max: null };
      const limit = (text: string): number | null => (text === '' ? null : Number(text));
      return (
        <>
          <Check
            isChecked={number.isInteger}
            set={(isInteger) => change({ ...block, number: { ...number, isInteger } })}
          >
            {t('isInteger')}
          </Check>
          <div class="cells">
            {(['min', 'max'] as const).map((name) => (
              <Text
                key={name}
                id={idOf(block, name)}
                label={name === 'min' ? 'smallest' : 'largest'}
                isNumber
                value={number[name] === null ? '' : String(number[name])}
                set={(text) => change({ ...block, number: { ...number, [name]: limit(text) } })}
              />
            ))}
          </div>
        </>
      );
    }
    case 'date_time': {
      const dateTime = block.dateTime ?? { hasTime: false, min: null, max: null };
      return (
        <>
          <Check
            isChecked={dateTime.hasTime}
            set={(hasTime) => change({ ...block, dateTime: { ...dateTime, hasTime } })}
          >
            {t('hasTime')}
          </Check>
          <div class="cells">
            {(['min', 'max'] as const).map((name) => (
              <p class="question" key={name}>
                <label for={idOf(block, name)}>{t(name === 'min' ? 'earliest' : 'latest')}</label>
                <TypedInput
                  id={idOf(block, name)}
                  type={dateTime.hasTime ? 'text' : 'date'}
                  value={dateTime[name] ?? ''}
                  set={(entered) => change({ ...block, dateTime: { ...dateTime, [name]: entered || null } })}
                />
              </p>
            ))}
          </div>
        </>
      );
    }
    case 'choice': {
      const choice = block.choice ?? { options: [], isMultiple: false, hasOther: false };
      return (
        <>
          <p class="question">
            <label for={idOf(block, 'options')}>
              {t('options')} <span class="help">{t('onePerLine')}</span>
            </label>
            <textarea
              id={idOf(block, 'options')}
              rows={4}
              dir="auto"
              value={choice.options.join('\n')}
              onChange={({ currentTarget }) =>
                change({
                  ...block,
                  choice: { ...choice, options: currentTarget.value.split('\n').flatMap((line) => line.trim() || []) },
                })
              }
            />
          </p>
          <div class="choices">
            <Check
              isChecked={choice.isMultiple}
              set={(isMultiple) => change({ ...block, choice: { ...choice, isMultiple } })}
            >
              {t('isMultiple')}
            </Check>
            <Check
              isChecked={choice.hasOther}
              set={(hasOther) => change({ ...block, choice: { ...choice, hasOther } })}
            >
              {t('hasOther')}
            </Check>
          </div>
        </>
      );
    }
    case 'advanced_choice': {
      const choice = block.advancedChoice ?? { datasetUid: '', field: '', isMultiple: false };
      return (
        <>
          <div class="cells">
            <Text
              id={idOf(block, 'dataset')}
              label="optionsDataset"
              value={choice.datasetUid}
              set={(datasetUid) => change({ ...block, advancedChoice: { ...choice, datasetUid } })}
            />
            <Text
              id={idOf(block, 'field')}
              label="optionsField"
              value={choice.field}
              set={(field) => change({ ...block, advancedChoice: { ...choice, field } })}
            />
          </div>
          <Check
            isChecked={choice.isMultiple}
            set={(isMultiple) => change({ ...block, advancedChoice: { ...choice, isMultiple } })}
          >
            {t('isMultiple')}
          </Check>
        </>
      );
    }
    case 'contact':
      return <ContactParts block={block} change={change} />;
    case 'autofill':
    case 'boolean':
    case 'image':
    case 'keywords':
    case 'legal':
    case 'linked_datasets':
    case 'location_picker':
    case 'location_search':
    case 'siret':
    case 'url':
      return null;
  }
}

function ContactParts({ block, change }: BlockProps) {
  const { t } = useAdmin().texts;
  const contact = block.contact ?? { subFields: [], defaultCountry: null };
  return (
    <fieldset>
      <legend>{t('contactParts')}</legend>
      <div class="options">
        {contactParts.map((name) => {
          const part = contact.subFields.find((each) => each.name === name);
          const without = contact.subFields.filter((each) => each.name !== name);
          const ordered = (subFields: typeof without) =>
            change({
              ...block,
              contact: {
                ...contact,
                subFields: contactParts.flatMap((each) => subFields.filter((found) => found.name === each)),
              },
            });
          return (
            <div class="choices" key={name}>
              <Check
                isChecked={part !== undefined}
                set={(isAsked) => ordered(isAsked ? [...without, { name, isRequired: false }] : without)}
              >
                {t(`contactPart.${name}`)}
              </Check>
              {part && (
                <Check isChecked={part.isRequired} set={(isRequired) => ordered([...without, { name, isRequired }])}>
                  <span class="visually-hidden">{t(`contactPart.${name}`)}: </span>
                  {t('isRequired')}
                </Check>
              )}
            </div>
          );
        })}
      </div>
      <Text
        id={idOf(block, 'country')}
        label="phoneCountry"
        value={contact.defaultCountry ?? ''}
        set={(country) =>
          change({ ...block, contact: { ...contact, defaultCountry: country.trim().toUpperCase() || null } })
        }
      />
    </fieldset>
  );
}
