import { useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { pagePath } from '#portal-page/address.ts';
import { usePage } from '#portal-page/page-context.ts';
import { Link } from '#portal-page/shell.tsx';
import { useAdmin } from '../admin-context.ts';
import { ErrorNote, ScreenHead, Working } from '../admin-parts.tsx';
import { ChangeList } from '../dataset/change-list.tsx';
import { usePartDraft } from '../dataset/part-draft.ts';
import type { Refusals } from '../dataset/part-form.tsx';
import { ConfirmDialog, type Confirmation } from '../editing/confirm-dialog.tsx';
import {
  AdminArchivePageDocument,
  AdminContentPageDocument,
  AdminDeletePageDocument,
  AdminPublishPageDocument,
  AdminUnarchivePageDocument,
  AdminUnpublishPageDocument,
  AdminUpdateCodePageDocument,
  AdminUpdateStudioPageDocument,
  type OnePageFragment,
} from '../generated/operations.ts';
import type { Screen, ScreenProps } from '../screen.ts';
import { changesOf, isStudio, type PageDraft, readContent, readPageDraft, savedPage } from './page-draft.ts';
import { PageFields } from './page-fields.tsx';
import { PageRights } from './page-rights.tsx';
import { PageState } from './pages-screen.tsx';

/** One page: its draft beside what visitors will see, its publication, and who sees it. */
export const pageScreen: Screen = { title: 'contentPage', Body: PageScreen };

function PageScreen({ path: [uid = ''] }: ScreenProps) {
  const { t } = useAdmin().texts;
  const { browser } = usePage();
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: AdminContentPageDocument,
    variables: { uid },
    requestPolicy: 'cache-and-network',
  });
  const [confirmation, confirm] = useState<Confirmation>();
  const page = data?.pageConfiguration;
  const refresh = (): void => {
    readAgain({ requestPolicy: 'network-only' });
  };
  if (!page)
    return (
      <>
        <ScreenHead title={t('contentPage')} />
        <ErrorNote error={error} />
        <Working label={fetching ? t('reading') : undefined} />
        {data && <p>{t('noSuchObject')}</p>}
      </>
    );
  return (
    <>
      <ScreenHead
        title={titleOf(page)}
        link={
          page.publishedAt !== null &&
          !page.isArchived && (
            <Link to={pagePath(page.slug)} class="button">
              {t('seeAsVisitor')}
            </Link>
          )
        }
      >
        <code class="quiet">{pagePath(page.slug)}</code> <PageState page={page} />
      </ScreenHead>
      <PageActions page={page} confirm={confirm} />
      {page.isArchived && <p class="note">{t('archivedHint')}</p>}
      <PageForm key={uid} page={page} refresh={refresh} />
      {page.canManage && <PageRights page={page} confirm={confirm} />}
      {confirmation && (
        <ConfirmDialog
          {...confirmation}
          onDone={() => {
            if (confirmation.step.document === AdminDeletePageDocument) browser?.navigate('/admin/pages');
            else refresh();
          }}
          onRefused={refresh}
          onClose={() => confirm(undefined)}
        />
      )}
    </>
  );
}

/** What a page is called, in its first language. */
const titleOf = (page: OnePageFragment): string =>
  isStudio(page) ? page.title : (page.translations[0]?.title ?? page.slug);

/** What is done to a page as a whole. */
function PageActions({
  page,
  confirm,
}: {
  readonly page: OnePageFragment;
  readonly confirm: (confirmation: Confirmation) => void;
}) {
  const { t } = useAdmin().texts;
  const variables = { input: { uid: page.uid, expectedRevision: page.revision } };
  const isPublished = page.publishedAt !== null;
  const actions = [
    {
      name: 'publish',
      document: AdminPublishPageDocument,
      isOffered: !page.isArchived && !(isPublished && page.isDraftPublished),
    },
    { name: 'unpublish', document: AdminUnpublishPageDocument, isOffered: !page.isArchived && isPublished },
    { name: 'archive', document: AdminArchivePageDocument, isOffered: !page.isArchived },
    { name: 'unarchive', document: AdminUnarchivePageDocument, isOffered: page.isArchived },
    { name: 'delete', document: AdminDeletePageDocument, isOffered: true },
  ] as const;
  return (
    <div class="buttons">
      {actions
        .filter(({ isOffered }) => isOffered)
        .map(({ name, document }) => (
          <button
            key={name}
            type="button"
            class={name === 'delete' ? 'danger' : undefined}
            aria-haspopup="dialog"
            onClick={() =>
              confirm({
                title: `${t(`pageActions.${name}`)}: ${titleOf(page)}`,
                effect: t(`pageEffects.${name}`),
                label: t(`pageActions.${name}`),
                isDanger: name === 'delete' || name === 'unpublish',
                step: { document, variables },
              })
            }
          >
            {t(`pageActions.${name}`)}
          </button>
        ))}
    </div>
  );
}

/** The draft of a page: changes are collected, shown and then saved. */
function PageForm({ page, refresh }: { readonly page: OnePageFragment; readonly refresh: () => void }) {
  const { t } = useAdmin().texts;
  const saved = savedPage(page);
  const draft = usePartDraft(`page/${page.uid}`, 'page', saved, readPageDraft);
  const value = draft.value ?? saved;
  const changes = changesOf(saved, value);
  const [confirmation, confirm] = useState<Confirmation>();
  const [refusals, setRefusals] = useState<Refusals>({});
  const [isSaved, setSaved] = useState(false);
  const set = (changed: Partial<PageDraft>): void => {
    const merged = { ...value, ...changed };
    setSaved(false);
    draft.set(changesOf(saved, merged).length === 0 && !draft.isConflict ? undefined : merged);
  };
  const isInvalid = isStudio(page) && readContent(value.content) === undefined;
  const end = (): void => {
    draft.set(undefined);
    setRefusals({});
  };
  return (
    <form
      class="metadata"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setRefusals({});
        confirm({
          title: t('applyTitle'),
          changes,
          label: t('apply'),
          step: isStudio(page)
            ? { document: AdminUpdateStudioPageDocument, variables: { input: studioInput(page, saved, value) } }
            : { document: AdminUpdateCodePageDocument, variables: { input: codeInput(page, saved, value) } },
        });
      }}
    >
      <PageFields page={page} value={value} refusals={refusals} isInvalid={isInvalid} set={set} />
      {draft.isConflict && (
        <div class="conflict" role="alert">
          <p class="error">{t('conflict')}</p>
          <p>{t('conflictSides')}</p>
          <ChangeList changes={changes} />
          <div class="buttons">
            <button type="button" onClick={draft.keep}>
              {t('keepMine')}
            </button>
            <button type="button" onClick={end}>
              {t('takeTheirs')}
            </button>
          </div>
        </div>
      )}
      <div class="pending">
        <span role="status">
          {changes.length > 0 && t('unsaved', { count: changes.length })}
          {isSaved && changes.length === 0 && t('pageSaved')}
        </span>
        <button
          type="submit"
          class="primary"
          disabled={changes.length === 0 || draft.isConflict || isInvalid || page.isArchived}
        >
          {t('showChanges')}
        </button>
        <button type="button" disabled={draft.value === undefined} onClick={end}>
          {t('discard')}
        </button>
      </div>
      {confirmation && (
        <ConfirmDialog
          {...confirmation}
          onDone={() => {
            end();
            setSaved(true);
            refresh();
          }}
          onRefused={(fields) => {
            setRefusals(fields);
            refresh();
          }}
          onClose={() => confirm(undefined)}
        />
      )}
    </form>
  );
}

/** The members of both kinds that change. */
const commonInput = (page: OnePageFragment, saved: PageDraft, value: PageDraft) => ({
  uid: page.uid,
  expectedRevision: page.revision,
  ...(value.description !== saved.description && { description: value.description }),
  ...(value.isRestricted !== saved.isRestricted && { isRestricted: value.isRestricted }),
});

const studioInput = (page: OnePageFragment, saved: PageDraft, value: PageDraft) => ({
  ...commonInput(page, saved, value),
  ...(value.title !== saved.title && { title: value.title }),
  ...(value.content !== saved.content && { content: readContent(value.content) }),
});

const codeInput = (page: OnePageFragment, saved: PageDraft, value: PageDraft) => ({
  ...commonInput(page, saved, value),
  translations: value.translations,
  template: value.template,
  tags: value.tags,
});
