import { usePage } from '#portal-page/page-context.ts';
import { isRecord } from '#portal-page/json.ts';
import { useAdmin } from '../admin-context.ts';
import { pageLanguages } from '../admin-texts.ts';
import { EditForm, type Values } from '../editing/edit-form.tsx';
import type { Choice, ControlProps, FormField } from '../editing/form-field.tsx';
import { AdminUpdateFormDocument } from '../generated/operations.ts';
import type { FormTabProps } from './form-tabs.ts';

const endings = ['message', 'page', 'url'] as const;

/** The fields of a form that a new one has too. */
export const firstFields: readonly FormField[] = [
  { name: 'title', label: 'title', kind: 'text', isRequired: true },
  { name: 'description', label: 'description', help: 'formDescriptionHint', kind: 'long' },
];

/** Who may submit. */
export const accessField = (t: ReturnType<typeof useAdmin>['texts']['t']): FormField => ({
  name: 'accessType',
  label: 'whoSubmits',
  kind: 'choice',
  choices: (['open', 'authenticated', 'restricted'] as const).map((each): Choice => [each, t(`formAccess.${each}`)]),
});

/** The texts of a form, who submits, and what happens then. */
export function FormSettingsTab({ form, refresh }: FormTabProps) {
  const { t } = useAdmin().texts;
  const { language } = usePage();
  const names = new Intl.DisplayNames(language.code, { type: 'language' });
  const languages = [...new Set([form.defaultLanguage, ...form.otherLanguages, ...pageLanguages])].map(
    (code): Choice => [code, names.of(code) ?? code],
  );
  const fields: readonly FormField[] = [
    ...firstFields,
    accessField(t),
    { name: 'isModerated', label: 'isModerated', help: 'isModeratedHint', kind: 'switch' },
    { name: 'isEditingEnabled', label: 'isEditingEnabled', kind: 'switch' },
    { name: 'isRecaptchaEnabled', label: 'isRecaptchaEnabled', kind: 'switch' },
    { name: 'submissionsQuota', label: 'submissionsQuota', help: 'noQuotaHint', kind: 'number' },
    { name: 'defaultLanguage', label: 'textsLanguage', kind: 'choice', choices: languages },
    {
      name: 'otherLanguages',
      label: 'otherLanguages',
      kind: 'options',
      choices: languages.filter(([code]) => code !== form.defaultLanguage),
    },
    { name: 'ending', label: 'ending', kind: 'custom', Control: Ending, show: shownEnding },
  ];
  const { message, page, url } = form.ending;
  return (
    <EditForm
      place={`form/${form.slug}`}
      fields={fields}
      saved={{
        ...form,
        otherLanguages: languages.map(([code]) => code).filter((code) => form.otherLanguages.includes(code)),
        ending: { message, page, url },
      }}
      stepOf={(changes: Values) => ({
        document: AdminUpdateFormDocument,
        variables: { input: { slug: form.slug, expectedRevision: form.revision, ...changes } },
      })}
      readAgain={refresh}
      onSaved={refresh}
    />
  );
}

const shownEnding = (value: unknown): unknown =>
  isRecord(value) ? endings.map((name) => value[name]).find((text) => text !== null) : value;

/** What a citizen sees after a submission: a message, a page of the portal, or an address. */
function Ending({ id, value, set }: ControlProps) {
  const { t } = useAdmin().texts;
  const ending = isRecord(value) ? value : {};
  const kind = endings.find((name) => typeof ending[name] === 'string') ?? 'message';
  const text = ending[kind];
  const endingOf = (name: string, entered: string) =>
    Object.fromEntries(endings.map((each) => [each, each === name ? entered : null]));
  return (
    <div class="cells">
      <p class="question">
        <label for={`${id}-kind`}>{t('kind')}</label>
        <select id={`${id}-kind`} value={kind} onChange={({ currentTarget }) => set(endingOf(currentTarget.value, ''))}>
          {endings.map((name) => (
            <option key={name} value={name}>
              {t(`endings.${name}`)}
            </option>
          ))}
        </select>
      </p>
      <p class="question">
        <label for={id}>{t(`endings.${kind}`)}</label>
        <textarea
          id={id}
          rows={2}
          dir="auto"
          value={typeof text === 'string' ? text : ''}
          onInput={({ currentTarget }) => set(endingOf(kind, currentTarget.value))}
        />
      </p>
    </div>
  );
}
