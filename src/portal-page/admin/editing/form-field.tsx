import type { ComponentType } from 'preact';
import { useAdmin } from '../admin-context.ts';
import type { AdminMessageName } from '../admin-texts.ts';

/** A choice with its text. */
export type Choice = readonly [value: string, label: string];

/** A field of a form, by its name in the graph. */
export interface FormField {
  readonly name: string;
  readonly label: AdminMessageName;
  readonly help?: AdminMessageName;
  readonly isRequired?: boolean;
  /** `secret` is sent and never shown or kept; `lines` is a list of texts; `options` are those of the choices that are taken; `custom` has a `Control`. */
  readonly kind:
    'text' | 'email' | 'long' | 'number' | 'switch' | 'moment' | 'lines' | 'choice' | 'options' | 'secret' | 'custom';
  readonly choices?: readonly Choice[];
  readonly Control?: ComponentType<ControlProps>;
  /** How a value reads among the changes. Default: as it is. */
  readonly show?: (value: unknown) => unknown;
}

/** What the control of a field is shown with. */
export interface ControlProps {
  readonly id: string;
  readonly field: FormField;
  readonly value: unknown;
  readonly refusal: string | undefined;
  readonly set: (value: unknown) => void;
}

/** The control of a field, with its label, its help and what the service says of it. */
export function FieldControl(props: ControlProps) {
  const { id, field, value, refusal, set } = props;
  const { t } = useAdmin().texts;
  const notes = (
    <div id={`${id}-notes`} class="help">
      {field.help && t(field.help)}
      {refusal !== undefined && (
        <p class="error" role="alert">
          {refusal}
        </p>
      )}
    </div>
  );
  if (field.kind === 'switch')
    return (
      <>
        <label class="check" for={id}>
          <input
            id={id}
            type="checkbox"
            aria-describedby={`${id}-notes`}
            checked={value === true}
            onChange={({ currentTarget }) => set(currentTarget.checked)}
          />
          <span class="check-label">{t(field.label)}</span>
        </label>
        {notes}
      </>
    );
  if (field.kind === 'options' || field.Control)
    return (
      <fieldset aria-describedby={`${id}-notes`}>
        <legend>{t(field.label)}</legend>
        {field.Control ? <field.Control {...props} /> : <Options {...props} />}
        {notes}
      </fieldset>
    );
  return (
    <>
      <label for={id}>{t(field.label)}</label>
      <Input {...props} />
      {notes}
    </>
  );
}

function Options({ id, field: { choices = [] }, value, set }: ControlProps) {
  const taken = textsOf(value);
  return (
    <div class="options">
      {choices.map(([choice, label]) => (
        <label class="check" key={choice} for={`${id}-${choice}`}>
          <input
            id={`${id}-${choice}`}
            type="checkbox"
            checked={taken.includes(choice)}
            onChange={({ currentTarget }) =>
              // in the order of the choices, so that the same options are the same value
              set(
                choices
                  .map(([each]) => each)
                  .filter((each) => (each === choice ? currentTarget.checked : taken.includes(each))),
              )
            }
          />
          <span class="check-label" dir="auto">
            {label}
          </span>
        </label>
      ))}
    </div>
  );
}

function Input({ id, field, value, refusal, set }: ControlProps) {
  const { t } = useAdmin().texts;
  const text = typeof value === 'string' ? value : '';
  const common = {
    id,
    'aria-describedby': `${id}-notes`,
    'aria-invalid': refusal !== undefined,
    required: field.isRequired === true,
  };
  switch (field.kind) {
    case 'long':
      return (
        <textarea
          {...common}
          rows={3}
          dir="auto"
          value={text}
          onInput={({ currentTarget }) => set(currentTarget.value)}
        />
      );
    case 'lines':
      return (
        <textarea
          {...common}
          rows={3}
          value={textsOf(value).join('\n')}
          onChange={({ currentTarget }) =>
            set(
              currentTarget.value
                .split('\n')
                .map((line) => line.trim())
                .filter((line) => line !== ''),
            )
          }
        />
      );
    case 'choice':
      return (
        <select {...common} value={text} onChange={({ currentTarget }) => set(currentTarget.value)}>
          {(field.choices ?? []).map(([choice, label]) => (
            <option key={choice} value={choice}>
              {label}
            </option>
          ))}
        </select>
      );
    case 'moment':
      return (
        <input
          {...common}
          type="datetime-local"
          value={localOf(text)}
          onChange={({ currentTarget }) =>
            set(currentTarget.value === '' ? null : new Date(currentTarget.value).toISOString())
          }
        />
      );
    case 'secret':
      return (
        <input
          {...common}
          type="password"
          autocomplete="new-password"
          placeholder={t('secretKept')}
          value={text}
          onInput={({ currentTarget }) => set(currentTarget.value === '' ? undefined : currentTarget.value)}
        />
      );
    case 'number':
      return (
        <input
          {...common}
          type="number"
          min={0}
          value={typeof value === 'number' ? value : ''}
          onInput={({ currentTarget }) => set(currentTarget.value === '' ? null : currentTarget.valueAsNumber)}
        />
      );
    case 'email':
      return <input {...common} type="email" value={text} onInput={({ currentTarget }) => set(currentTarget.value)} />;
    case 'text':
    case 'switch':
    case 'options':
    case 'custom':
      return <input {...common} dir="auto" value={text} onInput={({ currentTarget }) => set(currentTarget.value)} />;
  }
}

const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** A moment as the browser edits it, in the time zone of the visitor. */
function localOf(iso: string): string {
  const moment = new Date(iso);
  if (Number.isNaN(moment.getTime())) return '';
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
