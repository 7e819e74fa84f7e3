import { useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { isRecord } from '#portal-page/json.ts';
import { usePage } from '#portal-page/page-context.ts';
import { Link } from '#portal-page/shell.tsx';
import { useAdmin } from '../admin-context.ts';
import { ErrorNote, FilterForm, FilterText, windowOf, Working } from '../admin-parts.tsx';
import { CursorList } from '../cursor-list.tsx';
import { ConfirmDialog } from '../editing/confirm-dialog.tsx';
import { EditForm } from '../editing/edit-form.tsx';
import type { FormField } from '../editing/form-field.tsx';
import {
  AdminCreateTermDocument,
  AdminDeleteTermDocument,
  AdminTermDocument,
  AdminTermsDocument,
  AdminUpdateTermDocument,
} from '../generated/operations.ts';
import type { Screen, ScreenProps } from '../screen.ts';

/** The terms of the glossary. */
export const glossaryScreen: Screen = { title: 'glossary', Body: GlossaryScreen, rights: ['edit_page'] };

/** One term of the glossary. */
export const termScreen: Screen = { title: 'term', Body: TermScreen, rights: ['edit_page'] };

/** Adds a term to the glossary. */
export const newTermScreen: Screen = { title: 'newTerm', Body: NewTerm, rights: ['edit_page'] };

const pageSize = 50;

const pathOfTerm = (uid: string): string => `/admin/glossary/${encodeURIComponent(uid)}`;

const termFields: readonly FormField[] = [
  { name: 'name', label: 'name', kind: 'text', isRequired: true },
  { name: 'aliases', label: 'aliases', help: 'onePerLine', kind: 'lines' },
  { name: 'description', label: 'definition', kind: 'long' },
];

function GlossaryScreen({ parameters }: ScreenProps) {
  const { t } = useAdmin().texts;
  const text = parameters.get('q')?.trim() ?? '';
  const [{ data, ...reading }] = useQuery({
    query: AdminTermsDocument,
    variables: { filter: { ...(text !== '' && { text }) }, ...windowOf(parameters, pageSize) },
    requestPolicy: 'cache-and-network',
  });
  return (
    <>
      <div class="screen-head">
        <h1 tabIndex={-1}>{t('glossary')}</h1>
        <Link to="/admin/new-term" class="button primary">
          {t('newTerm')}
        </Link>
      </div>
      <p class="quiet">{t('glossaryHint')}</p>
      <FilterForm names={['q']}>
        <FilterText name="q" label={t('name')} value={text} />
      </FilterForm>
      <CursorList
        label={t('glossary')}
        heading={data?.glossaryTerms && t('termCount', { count: data.glossaryTerms.totalCount })}
        reading={reading}
        list={data?.glossaryTerms}
        parameters={parameters}
        keyOf={({ uid }) => uid}
        columns={[
          {
            title: 'name',
            isRowHeader: true,
            cell: ({ uid, name }) => (
              <Link to={pathOfTerm(uid)}>
                <span dir="auto">{name}</span>
              </Link>
            ),
          },
          { title: 'aliases', cell: ({ aliases }) => <bdi>{aliases.join(', ')}</bdi> },
          { title: 'definition', cell: ({ description }) => <bdi>{description}</bdi> },
        ]}
      />
    </>
  );
}

function TermScreen({ path: [uid = ''] }: ScreenProps) {
  const { t } = useAdmin().texts;
  const { browser } = usePage();
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: AdminTermDocument,
    variables: { uid },
    requestPolicy: 'cache-and-network',
  });
  const [isDeleting, setDeleting] = useState(false);
  const term = data?.glossaryTerm;
  return (
    <>
      <div class="screen-head">
        <h1 tabIndex={-1} dir="auto">
          {term?.name ?? t('term')}
        </h1>
        {term && (
          <button type="button" class="danger" aria-haspopup="dialog" onClick={() => setDeleting(true)}>
            {t('delete')}
          </button>
        )}
      </div>
      <ErrorNote error={error} />
      <Working label={fetching && !data ? t('reading') : undefined} />
      {data && !term && <p>{t('noSuchObject')}</p>}
      {term && (
        <EditForm
          key={uid}
          place={`term/${uid}`}
          fields={termFields}
          saved={{ ...term }}
          stepOf={(changes) => ({
            document: AdminUpdateTermDocument,
            variables: { input: { uid, expectedRevision: term.revision, ...changes } },
          })}
          readAgain={() => readAgain({ requestPolicy: 'network-only' })}
        />
      )}
      {isDeleting && term && (
        <ConfirmDialog
          title={t('deleteTitle', { title: term.name })}
          label={t('delete')}
          isDanger
          step={{ document: AdminDeleteTermDocument, variables: { input: { uid } } }}
          onDone={() => browser?.navigate('/admin/glossary')}
          onClose={() => setDeleting(false)}
        >
          <p>{t('deleteTermEffect')}</p>
          <p dir="auto">{term.description}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function NewTerm() {
  const { t } = useAdmin().texts;
  const { browser } = usePage();
  return (
    <>
      <h1 tabIndex={-1}>{t('newTerm')}</h1>
      <EditForm
        place="new-term"
        isNew
        fields={termFields}
        saved={{}}
        stepOf={(input) => ({ document: AdminCreateTermDocument, variables: { input } })}
        onSaved={(data) => {
          const created = isRecord(data) ? data['createGlossaryTerm'] : undefined;
          const term = isRecord(created) ? created['glossaryTerm'] : undefined;
          const uid = isRecord(term) ? term['uid'] : undefined;
          browser?.navigate(typeof uid === 'string' ? pathOfTerm(uid) : '/admin/glossary');
        }}
      />
    </>
  );
}
