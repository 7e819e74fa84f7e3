import { useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { formPath } from '#portal-page/address.ts';
import { usePage } from '#portal-page/page-context.ts';
import { Link } from '#portal-page/shell.tsx';
import { useAdmin } from '../admin-context.ts';
import { ErrorNote, Working } from '../admin-parts.tsx';
import { ChangeList } from '../dataset/change-list.tsx';
import { ConfirmDialog } from '../editing/confirm-dialog.tsx';
import {
  AdminDeleteFormDocument,
  AdminFormDocument,
  AdminPublishFormDocument,
  type AdminFormQuery,
  AdminUnpublishFormDocument,
  type OneChangeFragment,
} from '../generated/operations.ts';
import type { Screen, ScreenProps } from '../screen.ts';
import { blocksOf, differencesOf, sectionsOf } from './form-blocks.ts';
import { FormSettingsTab } from './form-settings-tab.tsx';
import { pathOfForm } from './forms-screen.tsx';
import { InboxTab } from './inbox-tab.tsx';
import { QuestionsTab } from './questions-tab.tsx';
import { SubmissionsTab } from './submissions-tab.tsx';

/** One form: its questions, its settings, its submissions, and those that wait for a moderator. */
export const formScreen: Screen = { title: 'form', Body: FormScreen };

const tabs = ['questions', 'settings', 'submissions', 'moderation'] as const;

type Tab = (typeof tabs)[number];

/** Whether a form has a tab with this name. */
export const isFormTab = (name: string): boolean => tabs.some((tab) => tab === name);

type Action = 'publish' | 'unpublish' | 'delete';

function FormScreen({ path: [slug = '', name], parameters }: ScreenProps) {
  const { steward, texts } = useAdmin();
  const { t } = texts;
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: AdminFormDocument,
    variables: { slug },
    requestPolicy: 'cache-and-network',
  });
  const [action, setAction] = useState<Action>();
  const refresh = (): void => {
    readAgain({ requestPolicy: 'network-only' });
  };
  const edited = data?.formConfiguration;
  const published = data?.form;
  const mayModerate = steward.permissions.includes('moderate_form');
  const offered = tabs.filter((tab) =>
    tab === 'questions' || tab === 'settings' ? edited != null : mayModerate && (edited ?? published) != null,
  );
  const tab: Tab | undefined = name === undefined ? offered[0] : offered.find((each) => each === name);
  const blocks = blocksOf(sectionsOf((published ?? edited)?.sections) ?? []);
  return (
    <>
      <div class="screen-head">
        <div>
          <h1 tabIndex={-1} dir="auto">
            {edited?.title ?? published?.title ?? t('form')}
          </h1>
          <code class="quiet">{slug}</code>
        </div>
        <div class="buttons">
          {published && (
            <Link to={formPath(slug)} class="button">
              {t('seeAsVisitor')}
            </Link>
          )}
          {edited && (
            <>
              <button type="button" class="primary" aria-haspopup="dialog" onClick={() => setAction('publish')}>
                {t('publish')}
              </button>
              {edited.publishedVersion !== null && (
                <button type="button" aria-haspopup="dialog" onClick={() => setAction('unpublish')}>
                  {t('unpublish')}
                </button>
              )}
              <button type="button" class="danger" aria-haspopup="dialog" onClick={() => setAction('delete')}>
                {t('delete')}
              </button>
            </>
          )}
        </div>
      </div>
      <ErrorNote error={error} />
      <Working label={fetching && !data ? t('reading') : undefined} />
      {data && offered.length === 0 && <p>{t('noSuchObject')}</p>}
      {offered.length > 0 && !tab && <p>{t('needsRight', { username: steward.username })}</p>}
      {edited && (
        <p class="quiet" role="status">
          {published ? t('publishedVersion', { version: published.version }) : t('notPublishedForm')}
        </p>
      )}
      <nav class="tabs" aria-label={t('form')} hidden={offered.length === 0}>
        {offered.map((each) => (
          <Link
            key={each}
            to={pathOfForm(slug, each === 'questions' ? '' : each)}
            aria-current={each === tab ? 'page' : undefined}
          >
            {t(`formTabs.${each}`)}
          </Link>
        ))}
      </nav>
      {data && edited && tab === 'questions' && (
        <QuestionsTab
          key={slug}
          form={edited}
          isPlaceSearchEnabled={data.portalSettings.isPlaceSearchEnabled}
          refresh={refresh}
        />
      )}
      {data && edited && tab === 'settings' && (
        <FormSettingsTab
          key={slug}
          form={edited}
          isPlaceSearchEnabled={data.portalSettings.isPlaceSearchEnabled}
          refresh={refresh}
        />
      )}
      {tab === 'submissions' && <SubmissionsTab key={slug} slug={slug} blocks={blocks} parameters={parameters} />}
      {tab === 'moderation' && <InboxTab key={slug} slug={slug} blocks={blocks} />}
      {action && edited && (
        <ActionDialog
          action={action}
          edited={edited}
          published={published ?? null}
          refresh={refresh}
          onClose={() => setAction(undefined)}
        />
      )}
    </>
  );
}

/** Shows what publishing, unpublishing or deleting changes for visitors, and does it. */
function ActionDialog({
  action,
  edited,
  published,
  refresh,
  onClose,
}: {
  readonly action: Action;
  readonly edited: NonNullable<AdminFormQuery['formConfiguration']>;
  readonly published: AdminFormQuery['form'];
  readonly refresh: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useAdmin().texts;
  const { browser } = usePage();
  const { slug, title, revision: expectedRevision } = edited;
  const variables = { input: { slug, expectedRevision } };
  if (action === 'publish') {
    const texts = (['title', 'description'] as const).flatMap((field): OneChangeFragment[] =>
      (published?.[field] ?? '') === edited[field]
        ? []
        : [{ kind: 'changed', path: [t(field)], before: published?.[field] ?? null, after: edited[field] }],
    );
    const differences = differencesOf(sectionsOf(published?.sections) ?? [], sectionsOf(edited.sections) ?? [], t);
    return (
      <ConfirmDialog
        title={`${t('publish')}: ${title}`}
        label={t('publish')}
        step={{ document: AdminPublishFormDocument, variables }}
        onDone={refresh}
        onClose={onClose}
      >
        <p>{t('publishFormEffect')}</p>
        <ChangeList changes={[...texts, ...differences]} />
      </ConfirmDialog>
    );
  }
  if (action === 'unpublish')
    return (
      <ConfirmDialog
        title={`${t('unpublish')}: ${title}`}
        label={t('unpublish')}
        step={{ document: AdminUnpublishFormDocument, variables }}
        onDone={refresh}
        onClose={onClose}
      >
        <p>{t('unpublishFormEffect')}</p>
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      title={t('deleteTitle', { title })}
      label={t('delete')}
      isDanger
      step={{ document: AdminDeleteFormDocument, variables }}
      onDone={() => browser?.navigate('/admin/forms')}
      onClose={onClose}
    >
      <p>{t('deleteFormEffect')}</p>
    </ConfirmDialog>
  );
}
