import { useQuery } from '@urql/preact';
import { usePage } from '#portal-page/page-context.ts';
import { Link } from '#portal-page/shell.tsx';
import { useAdmin } from '../admin-context.ts';
import { ErrorNote, FilterChoice, FilterForm, Working } from '../admin-parts.tsx';
import { pageLanguages } from '../admin-texts.ts';
import { EditForm } from '../editing/edit-form.tsx';
import type { Choice } from '../editing/form-field.tsx';
import { AdminSettingsDocument, AdminUpdateSettingsDocument } from '../generated/operations.ts';
import type { Screen, ScreenProps } from '../screen.ts';
import { fieldOfPath, fieldsOf, inputOf, type Part, parts, titleOfPart, valuesOf } from './settings-fields.tsx';

/** The settings of the portal: its texts in each language, its look, who stands for it, and its features. */
export const settingsScreen: Screen = { title: 'settings', Body: SettingsScreen, rights: ['administer'] };

/** Whether the settings have a part with this name, which has an address of its own. */
export const isSettingsTab = (name: string): name is Part => parts.some((part) => part === name && part !== 'texts');

function SettingsScreen({ path: [name = 'texts'], parameters }: ScreenProps) {
  const { t } = useAdmin().texts;
  const { language: shown } = usePage();
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: AdminSettingsDocument,
    requestPolicy: 'cache-and-network',
  });
  const settings = data?.portalSettings;
  const part = isSettingsTab(name) ? name : 'texts';
  const main = settings?.defaultLanguage ?? 'en';
  const codes = [
    ...new Set([
      main,
      ...pageLanguages,
      ...(settings?.languages ?? []),
      ...(settings?.translations ?? []).map(({ language }) => language),
    ]),
  ];
  const names = new Intl.DisplayNames(shown.code, { type: 'language' });
  const choices = codes.map((code): Choice => [code, names.of(code) ?? code]);
  const asked = parameters.get('language');
  const language = asked !== null && codes.includes(asked) ? asked : main;
  const refresh = (): void => {
    readAgain({ requestPolicy: 'network-only' });
  };
  return (
    <>
      <h1 tabIndex={-1}>{t('settings')}</h1>
      <nav class="tabs" aria-label={t('settings')}>
        {parts.map((each) => (
          <Link
            key={each}
            to={each === 'texts' ? '/admin/settings' : `/admin/settings/${each}`}
            aria-current={each === part ? 'page' : undefined}
          >
            {t(titleOfPart[each])}
          </Link>
        ))}
      </nav>
      <ErrorNote error={error} />
      <Working label={fetching && !data ? t('reading') : undefined} />
      {settings && (
        <>
          {part === 'texts' && (
            <FilterForm names={['language']}>
              <FilterChoice name="language" label={t('textsLanguage')} value={language} choices={choices} />
            </FilterForm>
          )}
          <EditForm
            key={`${part}/${language}`}
            place={`settings/${part}/${language}`}
            fields={fieldsOf(part, choices)}
            saved={valuesOf(settings, part, language)}
            stepOf={(changes) => ({
              document: AdminUpdateSettingsDocument,
              variables: { input: inputOf(settings, part, language, changes) },
            })}
            fieldOf={fieldOfPath}
            readAgain={refresh}
            onSaved={refresh}
          />
        </>
      )}
    </>
  );
}
