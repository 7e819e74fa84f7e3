import { h } from '#portal-page/dom/element.ts';
import type { Showing } from '#portal-page/portal.ts';
import { progressOf, type PublishedDataset } from './publication-progress.ts';

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
