import { useState } from 'preact/hooks';
import { isRecord } from '#portal-page/json.ts';
import { usePage } from '#portal-page/page-context.ts';
import { useAdmin } from '../admin-context.ts';
import type { AdminMessageName } from '../admin-texts.ts';
import type { OneTemplateFragment } from '../generated/operations.ts';

/** A field of a template. */
export type TemplateField = OneTemplateFragment['fields']['nodes'][number];

interface InputProps {
  readonly id: string;
  readonly field: TemplateField;
  readonly value: unknown;
  /** The identifiers of what describes the input. */
  readonly describedBy: string;
  readonly isInvalid: boolean;
  readonly set: (value: unknown) => void;
}

/** The input of a field, by its type; a field by language has one for each. */
export function FieldInput(props: InputProps) {
  const { id, field, value, set } = props;
  const { settings, languages } = usePage();
  const { t } = useAdmin().texts;
  if (!field.isTranslated) return <OneInput {...props} label={undefined} />;
  const main = settings.defaultLanguage;
  const texts = isRecord(value) ? value : value == null ? {} : { [main]: value };
  const codes = [...new Set([main, ...Object.keys(texts), ...languages])];
  return (
    <>
      {codes.map((code, index) => (
        <OneInput
          key={code}
          {...props}
          id={index === 0 ? id : `${id}-${code}`}
          label={t('inLanguage', {
            label: field.label,
            language: new Intl.DisplayNames(document.documentElement.lang, { type: 'language' }).of(code) ?? code,
          })}
          value={texts[code]}
          set={(text) => {
            const changed = Object.fromEntries(
              Object.entries({ ...texts, [code]: text }).filter(([, each]) => each != null && each !== ''),
            );
            const filled = Object.keys(changed);
            set(filled.length === 0 ? null : filled.length === 1 && filled[0] === main ? changed[main] : changed);
          }}
        />
      ))}
    </>
  );
}

function OneInput({
  id,
  field,
  value,
  describedBy,
  isInvalid,
  set,
  label,
}: InputProps & { readonly label: string | undefined }) {
  const { t } = useAdmin().texts;
  const common = {
    id,
    'aria-describedby': describedBy,
    'aria-invalid': isInvalid,
    ...(label !== undefined && { 'aria-label': label, placeholder: label }),
  };
  const text = typeof value === 'string' ? value : '';
  const setText = ({ currentTarget }: { readonly currentTarget: { readonly value: string } }): void => {
    set(currentTarget.value === '' ? null : currentTarget.value);
  };
  switch (field.type) {
    case 'text':
    case 'geo_area':
      return <input {...common} dir="auto" value={text} onInput={setText} />;
    case 'longstring':
    case 'html':
      return <textarea {...common} rows={field.type === 'html' ? 6 : 3} dir="auto" value={text} onInput={setText} />;
    case 'date':
      return <input {...common} type="date" value={text} onInput={setText} />;
    case 'datetime':
      return <ParsedInput common={common} value={text} parse={(entered) => ({ value: entered })} set={set} />;
    case 'boolean':
      return (
        <select
          {...common}
          value={value === true ? 'true' : value === false ? 'false' : ''}
          onChange={({ currentTarget }) => set(currentTarget.value === '' ? null : currentTarget.value === 'true')}
        >
          <option value="">{t('unset')}</option>
          <option value="true">{t('yes')}</option>
          <option value="false">{t('no')}</option>
        </select>
      );
    case 'enum':
    case 'uri_enum':
      return (
        <select {...common} value={text} onChange={setText}>
          {[...new Set(['', text, ...field.choices])].map((choice) => (
            <option value={choice}>{choice === '' ? t('unset') : choice}</option>
          ))}
        </select>
      );
    case 'int':
    case 'double':
      return (
        <ParsedInput
          common={common}
          value={typeof value === 'number' ? String(value) : ''}
          parse={parseNumber}
          set={set}
        />
      );
    case 'list':
    case 'enumlist':
    case 'uri_enumlist':
      return <ParsedInput common={common} isLong value={linesOf(value)} parse={parseLines} set={set} />;
    case 'multitext':
      return isRecord(value) ? (
        <ParsedInput common={common} isLong value={JSON.stringify(value)} parse={parseJson} set={set} />
      ) : (
        <ParsedInput common={common} isLong value={linesOf(value)} parse={parseLines} set={set} />
      );
    case 'geo_shape':
      return (
        <ParsedInput
          common={common}
          isLong
          value={value == null ? '' : JSON.stringify(value)}
          parse={parseJson}
          set={set}
        />
      );
    default:
      return (
        <ParsedInput common={common} value={value == null ? '' : JSON.stringify(value)} parse={parseJson} set={set} />
      );
  }
}

/** What a text is, or why it is nothing. */
type Parsed = { readonly value: unknown } | { readonly problem: AdminMessageName };

/** An input whose text is read when it is left, and stays where it cannot be. */
function ParsedInput({
  common,
  isLong = false,
  value,
  parse,
  set,
}: {
  readonly common: { readonly id: string; readonly 'aria-describedby': string; readonly 'aria-invalid': boolean };
  readonly isLong?: boolean;
  readonly value: string;
  readonly parse: (text: string) => Parsed;
  readonly set: (value: unknown) => void;
}) {
  const { t } = useAdmin().texts;
  const [refused, setRefused] = useState<{ readonly text: string; readonly problem: AdminMessageName }>();
  const read = ({ currentTarget: { value: text } }: { readonly currentTarget: { readonly value: string } }): void => {
    const parsed = text.trim() === '' ? { value: null } : parse(text);
    if ('problem' in parsed) {
      setRefused({ text, problem: parsed.problem });
      return;
    }
    setRefused(undefined);
    set(parsed.value);
  };
  const shown = {
    ...common,
    'aria-invalid': common['aria-invalid'] || refused !== undefined,
    value: refused?.text ?? value,
    onChange: read,
  };
  return (
    <>
      {isLong ? <textarea {...shown} rows={4} dir="auto" /> : <input {...shown} dir="auto" />}
      {refused && (
        <span class="error" role="alert">
          {t(refused.problem)}
        </span>
      )}
    </>
  );
}

const linesOf = (value: unknown): string => (Array.isArray(value) ? value.map(String).join('\n') : '');

const parseLines = (text: string): Parsed => ({
  value: text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== ''),
});

const parseNumber = (text: string): Parsed =>
  Number.isFinite(Number(text)) ? { value: Number(text) } : { problem: 'notANumber' };

function parseJson(text: string): Parsed {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return { problem: 'notJson' };
  }
}
