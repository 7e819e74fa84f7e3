import { formPath } from '../address.ts';
import { h } from '../dom.ts';
import { FormsPageDocument, type FormsPageQuery } from '../generated/operations.ts';
import type { Showing, View } from '../portal.ts';
import { excerptOf, pagination } from './view-parts.ts';

const pageSize = 10;

/** The forms that the visitor may fill in now. */
export async function formsView({ portal, signal }: Showing, page: number): Promise<View> {
  const { portalSettings, ...found } = await portal.graph.query(
    FormsPageDocument,
    { first: pageSize, offset: (page - 1) * pageSize },
    signal,
  );
  const forms = found.forms ?? noForms;
  const language = portal.speak(portalSettings.defaultLanguage);
  const { messages } = language;
  return {
    title: messages.forms,
    content: [
      h(
        'div',
        { class: 'narrow' },
        h('h1', { tabindex: '-1' }, messages.forms),
        forms.nodes.length > 0
          ? h(
              'ul',
              { class: 'result-list' },
              forms.nodes.map((form) => h('li', {}, formSummary(form))),
            )
          : h('p', { class: 'empty' }, messages.noForms),
        pagination(language, {
          page,
          pages: Math.ceil(forms.totalCount / pageSize),
          pathOf: (other) => (other === 1 ? '/forms' : `/forms?page=${other}`),
        }),
      ),
    ],
  };
}

type Forms = NonNullable<FormsPageQuery['forms']>;

const noForms: Forms = { totalCount: 0, nodes: [] };

const formSummary = ({ slug, title, description, defaultLanguage }: Forms['nodes'][number]) =>
  h(
    'article',
    { class: 'result', lang: defaultLanguage },
    h('h2', {}, h('a', { href: formPath(slug) }, title)),
    description !== '' && h('p', { class: 'excerpt' }, excerptOf(description)),
  );
