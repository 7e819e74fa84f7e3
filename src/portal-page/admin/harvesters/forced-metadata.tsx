import { useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { isRecord } from '#portal-page/json.ts';
import { useAdmin } from '../admin-context.ts';
import { ErrorNote } from '../admin-parts.tsx';
import { FieldInput } from '../dataset/field-input.tsx';
import type { Refusals } from '../dataset/part-form.tsx';
import type { Params } from '../editing/parameter-fields.tsx';
import { AdminMetadataFieldsDocument } from '../generated/operations.ts';
import { valuesOf } from './harvester-draft.ts';

/** The values that every dataset of a harvester gets, each by the type of its field. */
export function ForcedMetadata({
  metadata,
  refusals,
  set,
}: {
  readonly metadata: Params;
  readonly refusals: Refusals;
  readonly set: (metadata: Params) => void;
}) {
  const { t } = useAdmin().texts;
  const [{ data, error }] = useQuery({ query: AdminMetadataFieldsDocument });
  const templates = data?.metadataTemplates?.nodes ?? [];
  // a field without a value is none of the metadata
  const [opened, setOpened] = useState<Params>({});
  const forced = valuesOf(merged(opened, metadata));
  /** Sets a value; null leaves its field empty, undefined takes it away. */
  const put = (template: string, name: string, value: unknown): void => {
    setOpened(changed(opened, template, name, value === undefined ? undefined : null));
    set(changed(metadata, template, name, value ?? undefined));
  };
  return (
    <fieldset class="choices">
      <legend>{t('forcedMetadata')}</legend>
      <p class="quiet">{t('forcedMetadataHint')}</p>
      <ErrorNote error={error} />
      {forced.map(({ template, field: name, value }) => {
        const field = templates.find((each) => each.name === template)?.fields.nodes.find((each) => each.name === name);
        const id = `forced-${template}-${name}`;
        const label = field?.label ?? `${template}.${name}`;
        const messages = Object.entries(refusals).flatMap(([path, each]) =>
          `${path}.`.startsWith(`forcedMetadata.${template}.${name}.`) ? each : [],
        );
        return (
          <div class="question" key={id}>
            {field ? <label for={id}>{label}</label> : <strong>{label}</strong>}
            {field ? (
              <FieldInput
                id={id}
                field={field}
                value={value}
                describedBy={`${id}-notes`}
                isInvalid={messages.length > 0}
                set={(entered) => put(template, name, entered)}
              />
            ) : (
              <code>{JSON.stringify(value)}</code>
            )}
            <div id={`${id}-notes`} class="help">
              {field?.helpText}
              {messages.map((message) => (
                <p class="error" role="alert">
                  {message}
                </p>
              ))}
            </div>
            <button
              type="button"
              aria-label={t('removeItem', { label })}
              onClick={() => put(template, name, undefined)}
            >
              {t('remove')}
            </button>
          </div>
        );
      })}
      <p class="question">
        <label for="forced-new">{t('forcedMetadataAdd')}</label>
        <select
          id="forced-new"
          value=""
          onChange={({ currentTarget }) => {
            const [template = '', name = ''] = currentTarget.value.split('/');
            currentTarget.value = '';
            if (name !== '') put(template, name, null);
          }}
        >
          <option value="">…</option>
          {templates.map((template) => (
            <optgroup key={template.name} label={template.title}>
              {template.fields.nodes
                .filter(
                  ({ name, isHidden }) =>
                    !isHidden && !forced.some((each) => each.template === template.name && each.field === name),
                )
                .map(({ name, label }) => (
                  <option key={name} value={`${template.name}/${name}`}>
                    {label}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      </p>
    </fieldset>
  );
}

/** Metadata with another value of a field; undefined takes it away. */
function changed(metadata: Params, template: string, name: string, value: unknown): Params {
  const { [template]: before, ...others } = metadata;
  const { [name]: _replaced, ...kept } = isRecord(before) ? before : {};
  const fields = value === undefined ? kept : { ...kept, [name]: value };
  return Object.keys(fields).length === 0 ? others : { ...others, [template]: fields };
}

/** The values of both; where both have one, that of the second. */
const merged = (first: Params, second: Params): Params =>
  valuesOf(second).reduce((all, { template, field, value }) => changed(all, template, field, value), first);
