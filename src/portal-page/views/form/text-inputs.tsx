import type { TargetedEvent } from 'preact';
import { useLanguage } from '#portal-page/page-context.ts';
import { Part } from './question-parts.tsx';
import type { InputProps } from './question-parts.tsx';

/** The attributes of an input of one text. */
function textAttributes({ block, entered, change, inputId, described }: InputProps) {
  return {
    ...described,
    id: inputId,
    name: block.fieldId,
    placeholder: block.placeholder === '' ? undefined : block.placeholder,
    value: entered.text ?? '',
    onInput: ({ currentTarget }: TargetedEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      change({ text: currentTarget.value });
    },
  };
}

/** A short or long text. */
export const TextInput = (props: InputProps) =>
  props.block.text?.isLong === true ? (
    <textarea {...textAttributes(props)} rows={4} maxLength={2000} dir="auto" />
  ) : (
    <input {...textAttributes(props)} type="text" maxLength={255} dir="auto" />
  );

/** A number. */
export function NumberInput(props: InputProps) {
  const { isInteger = false, min, max } = props.block.number ?? {};
  return (
    <input
      {...textAttributes(props)}
      type="number"
      inputMode={isInteger && (min ?? -1) >= 0 ? 'numeric' : undefined}
      min={min ?? undefined}
      max={max ?? undefined}
      step={isInteger ? 1 : 'any'}
    />
  );
}

/** A day, or a day and a time in the visitor's time zone. */
export function DateInput(props: InputProps) {
  const { hasTime = false, min, max } = props.block.dateTime ?? {};
  return hasTime ? (
    <input {...textAttributes(props)} type="datetime-local" />
  ) : (
    <input {...textAttributes(props)} type="date" min={min ?? undefined} max={max ?? undefined} />
  );
}

/** An address on the web. */
export const UrlInput = (props: InputProps) => (
  <input {...textAttributes(props)} type="url" inputMode="url" maxLength={2000} dir="ltr" />
);

/** The number of an establishment in France. */
export const SiretInput = (props: InputProps) => (
  <input {...textAttributes(props)} type="text" inputMode="numeric" maxLength={20} dir="ltr" />
);

/** Keywords, one on each line. */
export function KeywordsInput(props: InputProps) {
  const { t } = useLanguage();
  return (
    <textarea {...textAttributes(props)} rows={3} placeholder={props.block.placeholder || t('onePerLine')} dir="auto" />
  );
}

const keyboards: Readonly<Record<string, 'email' | 'tel'>> = { email: 'email', phone: 'tel' };
const completions: Readonly<Record<string, string>> = {
  first_name: 'given-name',
  last_name: 'family-name',
  email: 'email',
  phone: 'tel',
  organization: 'organization',
  job_title: 'organization-title',
  address: 'street-address',
};

/** A person: a group of texts. */
export function ContactInput({ block, entered: { parts = {} }, change, error, inputId, described }: InputProps) {
  const { t } = useLanguage();
  return (
    <div class="parts-of-answer">
      {(block.contact?.subFields ?? []).map(({ name, isRequired }) => {
        const id = `${inputId}-${name}`;
        const isWrong = error?.part === name;
        return (
          <Part key={name} id={id} label={t(`contactParts.${name}`)} isRequired={isRequired}>
            <input
              id={id}
              type="text"
              inputMode={keyboards[name]}
              autoComplete={completions[name]}
              maxLength={name === 'address' ? 1000 : 255}
              aria-required={isRequired}
              aria-invalid={isWrong || undefined}
              aria-describedby={isWrong ? described['aria-describedby'] : undefined}
              value={parts[name] ?? ''}
              onInput={({ currentTarget }) => {
                change({ parts: { ...parts, [name]: currentTarget.value } });
              }}
            />
          </Part>
        );
      })}
    </div>
  );
}
