import { useEffect, useState } from 'preact/hooks';
import { SignInLinks } from '../account-menu.tsx';
import { type Address, datasetPath, newDatasetPath } from '../address.ts';
import {
  DatasetProgressDocument,
  type ProgressFragment,
  PublicationsPageDocument,
  type PublicationsPageQuery,
  PublishDatasetDocument,
} from '../generated/operations.ts';
import type { GraphClient } from '../graph-client.ts';
import { type Browser, useLanguage, usePage } from '../page-context.ts';
import { GraphError } from '../reader.ts';
import { Link } from '../shell.tsx';
import type { View } from '../view.tsx';
import { CenteredView, FailureNote, Pagination } from './view-parts.tsx';

type At = Extract<Address, { view: 'publications' }>;

const pageSize = 20;

/** The datasets that the visitor may configure, and their publication as it happens. */
export const publicationsView: View<At, PublicationsPageQuery> = {
  async load({ reader, signal }, { page }) {
    const variables = { first: pageSize, offset: (page - 1) * pageSize };
    try {
      return (await reader.read(PublicationsPageDocument, variables, signal)).data;
    } catch (error) {
      if (error instanceof GraphError && error.code === 'UNAUTHORIZED') return { viewer: null, datasets: null };
      throw error;
    }
  },
  head: (_data, { language }) => ({ title: language.t('publications'), isHidden: true }),
  Body: Publications,
};

function Publications({
  data: { viewer, datasets },
  address: { page },
}: {
  readonly data: PublicationsPageQuery;
  readonly address: At;
}) {
  const { language, browser } = usePage();
  const { t } = language;
  if (!viewer || !datasets)
    return (
      <CenteredView title={t('publications')}>
        <p>{t('publicationsNeedKey')}</p>
        <button type="button" class="primary" onClick={browser?.askForKey}>
          {t('enterKey')}
        </button>
        <SignInLinks returnTo="/publications" />
      </CenteredView>
    );
  return (
    <div class="narrow">
      <h1 tabIndex={-1}>{t('publications')}</h1>
      <p class="quiet">
        {datasets.nodes.length > 0 ? t('signedInAs', { username: viewer.username }) : t('noDatasets')}
      </p>
      {viewer.permissions.includes('create_dataset') && (
        <p>
          <Link to={newDatasetPath} class="button">
            {t('newDataset')}
          </Link>
        </p>
      )}
      <ul class="publications">
        {datasets.nodes.map((dataset) => (
          <li key={dataset.uid}>
            <div>
              <h2 dir="auto">
                {dataset.isPublished ? (
                  <Link to={datasetPath(dataset.datasetId)}>{titleOf(dataset)}</Link>
                ) : (
                  titleOf(dataset)
                )}
              </h2>
              <code>{dataset.datasetId}</code>
            </div>
            <Progress dataset={dataset} />
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        pages={Math.ceil(datasets.totalCount / pageSize)}
        pathOf={(other) => `/publications?page=${other}`}
      />
    </div>
  );
}

const titleOf = ({ datasetId, title }: { readonly datasetId: string; readonly title: string | null }): string =>
  title ?? datasetId;

/** The publication of a dataset, for those who may configure it. */
export function PublicationPanel({ dataset }: { readonly dataset: ConfiguredDataset }) {
  const { t } = useLanguage();
  return (
    <section class="panel" aria-labelledby="publication-title">
      <h2 id="publication-title">{t('publication')}</h2>
      <Progress dataset={dataset} />
    </section>
  );
}

/** A dataset that the visitor may configure. */
interface ConfiguredDataset {
  readonly datasetId: string;
  readonly uid: string;
  readonly canPublish: boolean;
  readonly status: ProgressFragment | null;
}

const settled: readonly ProgressFragment['status'][] = ['idle', 'error', 'limit_reached'];

/** The state of a publication, which follows it while one is pending, with a button that publishes. */
function Progress({ dataset: { uid, datasetId, canPublish, status } }: { readonly dataset: ConfiguredDataset }) {
  const { language, browser } = usePage();
  const { t } = language;
  const [shown, setShown] = useState(status);
  const [failure, setFailure] = useState<unknown>(undefined);
  const [isAsked, setIsAsked] = useState(false);
  const isPending = shown !== null && !settled.includes(shown.status);
  useEffect(() => {
    if (!browser || !isPending) return undefined;
    const ending = new AbortController();
    followProgress(browser.graph, uid, ending.signal, (progress) => {
      setShown(progress);
      return !settled.includes(progress.status);
    }).catch((error: unknown) => {
      if (!ending.signal.aborted) setFailure(error);
    });
    return () => {
      ending.abort();
    };
  }, [uid, isPending]);
  const publish = async ({ graph }: Browser): Promise<void> => {
    setIsAsked(true);
    setFailure(undefined);
    try {
      const { publishDataset } = await graph.mutate(PublishDatasetDocument, { uid });
      if (publishDataset.dataset?.status) setShown(publishDataset.dataset.status);
    } catch (error) {
      setFailure(error);
    }
    setIsAsked(false);
  };
  return (
    <div class="publication">
      <div class="progress" role="status">
        {failure !== undefined ? <FailureNote error={failure} /> : shown && <ProgressLines progress={shown} />}
      </div>
      {canPublish && (
        <button
          type="button"
          aria-label={`${t('publish')}: ${datasetId}`}
          disabled={isAsked || isPending}
          onClick={() => {
            if (browser) void publish(browser);
          }}
        >
          {t('publish')}
        </button>
      )}
    </div>
  );
}

/** The state of a publication in words, with a bar while records are written. */
function ProgressLines({
  progress: { status, isPublished, changedAt, message, progress },
}: {
  readonly progress: ProgressFragment;
}) {
  const { t, dateTime } = useLanguage();
  const { rowsWritten, percent, recordErrors } = progress;
  const text = status === 'idle' && !isPublished ? t('notPublished') : t(`statuses.${status}`);
  return (
    <>
      <span class={`state ${status}`}>{text}</span>
      {!settled.includes(status) && <progress max={100} value={percent ?? undefined} aria-label={text} />}
      {rowsWritten !== null && status === 'processing' && (
        <span class="quiet">{t('recordsWritten', { count: rowsWritten })}</span>
      )}
      {recordErrors > 0 && <span class="quiet">{t('recordErrors', { count: recordErrors })}</span>}
      <span class="quiet">{t('since', { time: dateTime(changedAt) })}</span>
      {message !== null && message !== '' && <span class="error">{message}</span>}
    </>
  );
}

const retryMs = 3_000;

/**
 * Follows a publication by a subscription until `onProgress` returns false or `signal` aborts. The stream of a server that stops ends; it is
 * opened again after some seconds. Throws what the graph refuses.
 */
async function followProgress(
  graph: GraphClient,
  uid: string,
  signal: AbortSignal,
  onProgress: (progress: ProgressFragment) => boolean,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const { datasetStatus } of graph.subscribe(DatasetProgressDocument, { uid }, signal)) {
        if (datasetStatus && !onProgress(datasetStatus)) return;
      }
    } catch (error) {
      if (error instanceof GraphError) throw error;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, retryMs);
    });
  }
}
