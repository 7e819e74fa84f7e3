import { useId } from 'preact/hooks';
import { isRecord } from '#portal-page/json.ts';
import { useAdmin } from '../admin-context.ts';
import type { OneParameterFragment } from '../generated/operations.ts';

/** The values of parameters, by name. */
export type Params = Readonly<Record<string, unknown>>;

/** A form of parameters that the service describes: each by its type, with what it refused of it. */
export function ParameterFields({
  id,
  parameters,
  params,
  fieldNames = [],
  secrets = [],
  mappings = [],
  messagesOf,
  set,
}: {
  /** Tells this form from others of the screen. */
  readonly id: string;
  readonly parameters: readonly OneParameterFragment[];
  readonly params: Params;
  /** The fields that a parameter may name. */
  readonly fieldNames?: readonly string[];
  /** The names of those that are sent and never shown. */
  readonly secrets?: readonly string[];
  /** The names of those that have texts by texts. */
  readonly mappings?: readonly string[];
  readonly messagesOf: (name: string) => readonly string[];
  readonly set: (params: Params) => void;
}) {
  const listId = useId();
  return (
    <div class="field-form">
      {parameters
        .filter(({ isHidden }) => isHidden !== true)
        .map((parameter) => {
          const { name } = parameter;
          return (
            <ParameterField
              key={name}
              id={`${id}-${name}`}
              listId={listId}
              parameter={parameter}
              isSecret={secrets.includes(name)}
              isMapping={mappings.includes(name)}
              value={params[name]}
              messages={messagesOf(name)}
              set={(value) => {
                const { [name]: _replaced, ...others } = params;
                set(value === undefined ? others : { ...others, [name]: value });
              }}
            />
          );
        })}
      <datalist id={listId}>
        {fieldNames.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}

interface FieldProps {
  readonly id: string;
  /** The list of the names of fields. */
  readonly listId: string;
  readonly parameter: OneParameterFragment;
  readonly isSecret: boolean;
  readonly isMapping: boolean;
  readonly value: unknown;
  readonly messages: readonly string[];
  /** Undefined takes the default. */
  readonly set: (value: unknown) => void;
}

function ParameterField(props: FieldProps) {
  const { id, parameter, value, messages, set } = props;
  const { t } = useAdmin().texts;
  const { label, description, type, isMandatory } = parameter;
  const notes = (
    <div id={`${id}-notes`} class="help">
      {description}
      {messages.map((message) => (
        <p class="error" role="alert">
          {message}
        </p>
      ))}
    </div>
  );
  if (type === 'boolean')
    return (
      <div class="question">
        <label class="check">
          <input
            id={id}
            type="checkbox"
            aria-describedby={`${id}-notes`}
            checked={[true, 'true'].some((each) => each === (value ?? parameter.default))}
            onChange={({ currentTarget }) => set(currentTarget.checked)}
          />
          <span>{label}</span>
        </label>
        {notes}
      </div>
    );
  return (
    <div class="question">
      <label for={id}>
        {label} {isMandatory && parameter.default === null && <small class="quiet">{t('mandatory')}</small>}
      </label>
      <TextInput {...props} />
      {notes}
    </div>
  );
}

/** The text of a value: a list with commas, an object as JSON, which the service takes too, so that no input hides what a new text replaces. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0 ? '' : JSON.stringify(value);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** A mapping as lines, which the service takes too; undefined where lines cannot say it. */
function linesOfMapping(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  const lines = Object.entries(value).map(([from, to]) => `${from}=${String(to)}`);
  const isPlain = Object.entries(value).every(
    ([from, to]) => typeof to === 'string' && to !== '' && from !== '' && !/[\r\n=]/.test(from + to),
  );
  return isPlain ? lines.join('\n') : undefined;
}

function TextInput({
  id,
  listId,
  parameter: { type, default: usual, choices },
  isSecret,
  isMapping,
  value,
  messages,
  set,
}: FieldProps) {
  const { t } = useAdmin().texts;
  const text = textOf(value);
  const common = { id, 'aria-describedby': `${id}-notes`, 'aria-invalid': messages.length > 0 };
  if (isSecret)
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
  if (isMapping)
    return (
      <textarea
        {...common}
        rows={4}
        dir="auto"
        spellcheck={false}
        maxLength={100_000}
        placeholder={t('mappingHint')}
        value={linesOfMapping(value) ?? text}
        onInput={({ currentTarget: { value: entered } }) => set(entered === '' ? undefined : entered)}
      />
    );
  if (choices)
    return (
      <select
        {...common}
        value={text}
        onChange={({ currentTarget }) => set(currentTarget.value === '' ? undefined : currentTarget.value)}
      >
        {[...new Set(['', text, ...choices])].map((choice) => (
          <option key={choice} value={choice} selected={choice === text}>
            {choice === '' ? (usual ?? t('unset')) : choice}
          </option>
        ))}
      </select>
    );
  const isNumber = type === 'int' || type === 'double';
  return (
    <input
      {...common}
      dir="auto"
      spellcheck={false}
      maxLength={100_000}
      inputMode={isNumber ? 'decimal' : 'text'}
      list={type === 'field' ? listId : undefined}
      placeholder={usual ?? ''}
      value={text}
      onInput={({ currentTarget: { value: entered } }) => {
        const isWritten = isNumber && entered.trim() !== '' && String(Number(entered)) === entered.trim();
        set(entered === '' ? undefined : isWritten ? Number(entered) : entered);
      }}
    />
  );
}
