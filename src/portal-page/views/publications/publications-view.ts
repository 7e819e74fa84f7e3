import { datasetPath } from '#portal-page/address.ts';
import { h } from '#portal-page/dom/element.ts';
import { PublicationsPageDocument } from '#portal-page/generated/operations.ts';
import type { Portal, Showing, View } from '#portal-page/portal.ts';
import { pagination } from '../pagination.ts';
import { progressOf } from './publication-progress.ts';

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

const titleOf = ({
  datasetId,
  standardMetadata,
}: {
  readonly datasetId: string;
  readonly standardMetadata: { readonly default: { readonly title: string | null } };
}): string => standardMetadata.default.title ?? datasetId;
