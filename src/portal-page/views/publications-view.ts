import { datasetPath } from '../address.ts';
import { h } from '../dom.ts';
import {
  DatasetProgressDocument,
  type ProgressFragment,
  PublicationsPageDocument,
  PublishDatasetDocument,
} from '../generated/operations.ts';
import type { Portal, Showing, View } from '../portal.ts';
import { failureNote, pagination } from './view-parts.ts';
import type { Language } from '../messages/language.ts';
import { GraphError } from '../graph-client.ts';

const pageSize = 20;

/** The datasets that the visitor's key may configure, and their publication as it happens. */
export async function publicationsView(showing: Showing, page: number): Promise<View> {
  const { portal, signal } = showing;
  if (portal.keys.read() === undefined) return keyNeededView(portal);
  const { portalSettings, viewer, datasets } = await portal.graph.query(
    PublicationsPageDocument,
    { first: pageSize, offset: (page - 1) * pageSize },
    signal,
  );
  const language = portal.speak(portalSettings.defaultLanguage);
  const { messages } = language;
  if (!viewer || !datasets) return keyNeededView(portal);
  const items = datasets.nodes.map((dataset) =>
    h(
      'li',
      {},
      h(
        'div',
        {},
        h(
          'h2',
          {},
          dataset.isPublished ? h('a', { href: datasetPath(dataset.datasetId) }, titleOf(dataset)) : titleOf(dataset),
        ),
        h('code', {}, dataset.datasetId),
      ),
      progressOf(showing, dataset),
    ),
  );
  return {
    title: messages.publications,
    content: [
      h(
        'div',
        { class: 'narrow' },
        h('h1', { tabindex: '-1' }, messages.publications),
        h('p', { class: 'quiet' }, items.length > 0 ? messages.signedInAs(viewer.username) : messages.noDatasets),
        h('ul', { class: 'publications' }, items),
        pagination(language, {
          page,
          pages: Math.ceil(datasets.totalCount / pageSize),
          pathOf: (other) => `/publications?page=${other}`,
        }),
      ),
    ],
  };
}

/** What visitors without a key see. */
function keyNeededView(portal: Portal): View {
  const { messages } = portal.language();
  return {
    title: messages.publications,
    content: [
      h(
        'div',
        { class: 'centered' },
        h('h1', { tabindex: '-1' }, messages.publications),
        h('p', {}, messages.publicationsNeedKey),
        h('button', { type: 'button', class: 'primary', on: { click: portal.askForKey } }, messages.enterKey),
      ),
    ],
  };
}

const titleOf = ({ datasetId, title }: { readonly datasetId: string; readonly title: string | null }): string =>
  title ?? datasetId;

/** The publication of a dataset, for those who may configure it. */
export function publicationPanel(showing: Showing, dataset: PublishedDataset): HTMLElement {
  const { messages } = showing.portal.language();
  return h(
    'section',
    { class: 'panel', 'aria-labelledby': 'publication-title' },
    h('h2', { id: 'publication-title' }, messages.publication),
    progressOf(showing, dataset),
  );
}

/** A dataset that the visitor may configure. */
interface PublishedDataset {
  readonly datasetId: string;
  readonly uid: string;
  readonly canPublish: boolean;
  readonly status: ProgressFragment | null;
}

const settled: readonly ProgressFragment['status'][] = ['idle', 'error', 'limit_reached'];

/** The state of a publication, which follows it while one is pending, with a button that publishes. */
function progressOf(
  { portal, signal }: Showing,
  { uid, datasetId, canPublish, status }: PublishedDataset,
): HTMLElement {
  const language = portal.language();
  const { messages } = language;
  const state = h('div', { class: 'progress', role: 'status' });
  const button = h('button', { type: 'button', 'aria-label': `${messages.publish}: ${datasetId}` }, messages.publish);
  let isFollowed = false;

  const show = (progress: ProgressFragment): void => {
    state.replaceChildren(...progressLines(language, progress));
    const isSettled = settled.includes(progress.status);
    button.disabled = !isSettled;
    if (!isSettled) follow();
  };
  const follow = (): void => {
    if (isFollowed) return;
    isFollowed = true;
    followProgress(portal, uid, signal, (progress) => {
      show(progress);
      return !settled.includes(progress.status);
    })
      .catch(fail)
      .finally(() => {
        isFollowed = false;
      });
  };
  const fail = (error: unknown): void => {
    if (!signal.aborted) state.replaceChildren(failureNote(error));
  };
  button.addEventListener('click', () => {
    button.disabled = true;
    portal.graph
      .mutate(PublishDatasetDocument, { uid })
      .then(({ publishDataset: { dataset } }) => {
        if (dataset?.status) show(dataset.status);
      })
      .catch((error: unknown) => {
        button.disabled = false;
        fail(error);
      });
  });
  if (status) show(status);
  return h('div', { class: 'publication' }, state, canPublish && button);
}

/** The state of a publication in words, with a bar while records are written. */
function progressLines(
  { messages, number, dateTime }: Language,
  { status, isPublished, changedAt, message, progress }: ProgressFragment,
): readonly Node[] {
  const { rowsWritten, percent, recordErrors } = progress;
  const text = status === 'idle' && !isPublished ? messages.notPublished : messages.statuses[status];
  return [
    h('span', { class: `state ${status}` }, text),
    ...(settled.includes(status) ? [] : [h('progress', { max: 100, value: percent ?? undefined, 'aria-label': text })]),
    ...(rowsWritten !== null && status === 'processing'
      ? [h('span', { class: 'quiet' }, messages.recordsWritten(number(rowsWritten)))]
      : []),
    ...(recordErrors > 0 ? [h('span', { class: 'quiet' }, messages.recordErrors(number(recordErrors)))] : []),
    h('span', { class: 'quiet' }, messages.since(dateTime(changedAt))),
    ...(message === null || message === '' ? [] : [h('span', { class: 'error' }, message)]),
  ];
}

const retryMs = 3_000;

/**
 * Follows a publication by a subscription until `onProgress` returns false or `signal` aborts. The stream of a server that stops ends; it is
 * opened again after some seconds. Throws what the graph refuses.
 */
async function followProgress(
  { graph }: Portal,
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
