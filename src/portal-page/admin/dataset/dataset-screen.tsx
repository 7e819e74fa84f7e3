import { useQuery, useSubscription } from '@urql/preact';
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { datasetPath } from '#portal-page/address.ts';
import { Link } from '#portal-page/shell.tsx';
import { useAdmin } from '../admin-context.ts';
import { ErrorNote, ScreenHead, Working } from '../admin-parts.tsx';
import type { AdminMessageName } from '../admin-texts.ts';
import { titleOf } from '../datasets/dataset-actions.ts';
import { AdminDatasetChangedDocument, AdminDatasetDocument, type OneDatasetFragment } from '../generated/operations.ts';
import type { Screen, ScreenProps } from '../screen.ts';
import type { TabProps } from './tab.ts';

interface Tab {
  readonly name: string;
  readonly title: AdminMessageName;
  readonly isOffered: (dataset: OneDatasetFragment) => boolean;
  /** Loads the tab, which is code of its own. */
  readonly load: () => Promise<ComponentType<TabProps>>;
}

/** The tabs of a dataset, in their order. */
const tabs: readonly Tab[] = [
  {
    name: 'metadata',
    title: 'metadata',
    isOffered: ({ canEdit }) => canEdit,
    load: async () => (await import('./metadata-tab.tsx')).MetadataTab,
  },
  {
    name: 'sources',
    title: 'sourcesTab',
    isOffered: ({ canEdit }) => canEdit,
    load: async () => (await import('./resources/resources-tab.tsx')).ResourcesTab,
  },
  {
    name: 'processors',
    title: 'processors',
    isOffered: ({ canEdit }) => canEdit,
    load: async () => (await import('./processors/processors-tab.tsx')).ProcessorsTab,
  },
  {
    name: 'fields',
    title: 'fields',
    isOffered: ({ canEdit }) => canEdit,
    load: async () => (await import('./fields/fields-tab.tsx')).FieldsTab,
  },
  {
    name: 'access',
    title: 'access',
    isOffered: ({ canManage }) => canManage,
    load: async () => (await import('./access/access-tab.tsx')).AccessTab,
  },
  {
    name: 'files',
    title: 'files',
    isOffered: ({ canEdit }) => canEdit,
    load: async () => (await import('./files/files-tab.tsx')).FilesTab,
  },
  {
    name: 'schedules',
    title: 'schedules',
    isOffered: ({ canEdit }) => canEdit,
    load: async () => (await import('./schedules/schedules-tab.tsx')).SchedulesTab,
  },
  {
    name: 'publication',
    title: 'publication',
    isOffered: () => true,
    load: async () => (await import('./publication-tab.tsx')).PublicationTab,
  },
  {
    name: 'versions',
    title: 'versions',
    isOffered: ({ canEdit }) => canEdit,
    load: async () => (await import('./versions-tab.tsx')).VersionsTab,
  },
];

/** One dataset, in tabs. */
export const datasetScreen: Screen = { title: 'dataset', Body: DatasetScreen };

/** Whether a dataset has a tab with this name. */
export const isTab = (name: string): boolean => tabs.some((tab) => tab.name === name);

function DatasetScreen({ path: [uid = '', name], parameters }: ScreenProps) {
  const { steward, texts } = useAdmin();
  const { t } = texts;
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: AdminDatasetDocument,
    variables: { uid },
    requestPolicy: 'cache-and-network',
  });
  const shown = data?.dataset;
  useSubscription({ query: AdminDatasetChangedDocument, variables: { uid }, pause: !shown }, (_last, event) => {
    // what somebody else changed is shown as it happens
    if (event.datasetChanged) readAgain({ requestPolicy: 'network-only' });
    return event;
  });
  if (!shown)
    return (
      <>
        <ScreenHead title={t('dataset')} />
        <ErrorNote error={error} />
        <Working label={fetching ? t('reading') : undefined} />
        {!fetching && !error && <p>{t('noSuchDataset')}</p>}
      </>
    );
  const offered = tabs.filter((tab) => tab.isOffered(shown));
  const tab = name === undefined ? offered[0] : offered.find((each) => each.name === name);
  return (
    <>
      <ScreenHead
        title={titleOf(shown)}
        link={
          shown.isPublished && (
            <Link to={datasetPath(shown.datasetId)} class="button">
              {t('seeAsVisitor')}
            </Link>
          )
        }
      >
        <code class="quiet">{shown.datasetId}</code>
      </ScreenHead>
      <nav class="tabs" aria-label={t('partsOfDataset')}>
        {offered.map((each) => (
          <Link
            key={each.name}
            to={`/admin/datasets/${uid}/${each.name}`}
            aria-current={each === tab ? 'page' : undefined}
          >
            {t(each.title)}
          </Link>
        ))}
      </nav>
      {tab ? (
        <LoadedTab key={`${uid}/${tab.name}`} tab={tab} dataset={shown} parameters={parameters} />
      ) : (
        <p>{t('needsRight', { username: steward.username })}</p>
      )}
    </>
  );
}

/** A tab when its code is there. */
function LoadedTab({ tab, ...props }: TabProps & { readonly tab: Tab }) {
  const { t } = useAdmin().texts;
  const [loaded, setLoaded] = useState<{ readonly Body: ComponentType<TabProps> }>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    tab.load().then((Body) => setLoaded({ Body }), setError);
  }, [tab]);
  if (error !== undefined)
    return (
      <p class="error" role="alert">
        {t('codeMissing')}
      </p>
    );
  return loaded ? <loaded.Body {...props} /> : <Working label={t('reading')} />;
}
