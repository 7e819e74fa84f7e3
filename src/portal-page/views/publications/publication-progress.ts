import { h } from '#portal-page/dom/element.ts';
import { PublishDatasetDocument, type ProgressFragment } from '#portal-page/generated/operations.ts';
import type { Language } from '#portal-page/messages/language.ts';
import type { Showing } from '#portal-page/portal.ts';
import { failureNote } from '../failure.ts';
import { followProgress } from './follow-progress.ts';

/** A dataset that the visitor may configure. */
export interface PublishedDataset {
  readonly datasetId: string;
  readonly uid: string;
  readonly mayPublish: boolean;
  readonly status: ProgressFragment | null;
}

const settled: readonly ProgressFragment['status'][] = ['idle', 'error', 'limit_reached'];

/** The state of a publication, which follows it while one is pending, with a button that publishes. */
export function progressOf(
  { portal, signal }: Showing,
  { uid, datasetId, mayPublish, status }: PublishedDataset,
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
  return h('div', { class: 'publication' }, state, mayPublish && button);
}

/** The state of a publication in words, with a bar while records are written. */
function progressLines(
  { messages, number, dateTime }: Language,
  { status, isPublished, since, message, progress }: ProgressFragment,
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
    h('span', { class: 'quiet' }, messages.since(dateTime(since))),
    ...(message === null || message === '' ? [] : [h('span', { class: 'error' }, message)]),
  ];
}
