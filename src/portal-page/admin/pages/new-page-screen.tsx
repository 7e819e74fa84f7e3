import { useState } from 'preact/hooks';
import { isRecord } from '#portal-page/json.ts';
import { usePage } from '#portal-page/page-context.ts';
import { useAdmin } from '../admin-context.ts';
import { ConfirmDialog, type Confirmation } from '../editing/confirm-dialog.tsx';
import { AdminCreateCodePageDocument, AdminCreateStudioPageDocument } from '../generated/operations.ts';
import type { Screen } from '../screen.ts';
import { pathOfPage } from './pages-screen.tsx';

/** Creates a page, which visitors do not see before it is published. */
export const newPageScreen: Screen = { title: 'newPage', Body: NewPage, rights: ['create_page', 'edit_page'] };

function NewPage() {
  const { t } = useAdmin().texts;
  const { language, browser, settings } = usePage();
  const [kind, setKind] = useState<'code' | 'studio'>('code');
  const [title, setTitle] = useState('');
  const [slug, setSlug] = useState('');
  const [confirmation, confirm] = useState<Confirmation>();
  const [refusals, setRefusals] = useState<Readonly<Record<string, readonly string[]>>>({});
  const named = slug.trim() === '' ? {} : { slug: slug.trim() };
  const show = (): void => {
    setRefusals({});
    confirm({
      title: t('newPage'),
      effect: t('newPageHint'),
      label: t('apply'),
      step:
        kind === 'studio'
          ? { document: AdminCreateStudioPageDocument, variables: { input: { title: title.trim(), ...named } } }
          : {
              document: AdminCreateCodePageDocument,
              variables: {
                input: { translations: [{ language: settings.defaultLanguage, title: title.trim() }], ...named },
              },
            },
    });
  };
  return (
    <>
      <h1 tabIndex={-1}>{t('newPage')}</h1>
      <p class="quiet">{t('newPageHint')}</p>
      <form
        class="metadata"
        onSubmit={(event) => {
          event.preventDefault();
          show();
        }}
      >
        <div class="panel">
          <p class="question">
            <label for="new-page-kind">{t('pageKind')}</label>
            <select
              id="new-page-kind"
              value={kind}
              onChange={({ currentTarget }) => setKind(currentTarget.value === 'studio' ? 'studio' : 'code')}
            >
              <option value="code">{t('pageKinds.code')}</option>
              <option value="studio">{t('pageKinds.studio')}</option>
            </select>
          </p>
          <p class="question">
            <label for="new-page-title">{language.t('datasetTitle')}</label>
            <input
              id="new-page-title"
              required
              maxLength={250}
              dir="auto"
              value={title}
              onInput={({ currentTarget }) => setTitle(currentTarget.value)}
            />
          </p>
          <p class="question">
            <label for="new-page-slug">{t('slug')}</label>
            <input
              id="new-page-slug"
              maxLength={150}
              spellcheck={false}
              value={slug}
              aria-describedby="new-page-slug-notes"
              onInput={({ currentTarget }) => setSlug(currentTarget.value)}
            />
            <span class="help" id="new-page-slug-notes">
              {t('slugHint')}
            </span>
          </p>
          {Object.entries(refusals).flatMap(([path, messages]) =>
            messages.map((message) => (
              <p class="error" role="alert" key={path + message}>
                {path}: {message}
              </p>
            )),
          )}
        </div>
        <div class="pending">
          <button type="submit" class="primary">
            {t('showChanges')}
          </button>
        </div>
      </form>
      {confirmation && (
        <ConfirmDialog
          {...confirmation}
          onDone={(data) => browser?.navigate(pathOfPage(uidIn(data)))}
          onRefused={setRefusals}
          onClose={() => confirm(undefined)}
        />
      )}
    </>
  );
}

/** The uid of the page in the answer of either mutation. */
function uidIn(data: unknown): string {
  const [payload] = isRecord(data) ? Object.values(data) : [];
  const configuration = isRecord(payload) ? payload['configuration'] : undefined;
  return isRecord(configuration) ? String(configuration['uid']) : '';
}
