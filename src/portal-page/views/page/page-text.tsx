import { type ComponentChild, h } from 'preact';
import { datasetPath } from '#portal-page/address.ts';
import { useLanguage, usePage } from '#portal-page/page-context.ts';
import { parseRichText, voidTags } from '#portal-page/rich-text.tsx';
import type { RichNode } from '#portal-page/split-rich-text.ts';
import { Link } from '#portal-page/shell.tsx';

/** Elements that a page may have, and the element that stands for each: the title of the page is its one heading of the first level. */
const elements: ReadonlyMap<string, string> = new Map(
  [
    ...['p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'code', 'pre', 'blockquote', 'hr', 'small'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'h2', 'h3', 'h4', 'h5', 'h6', 'a', 'img', 'figure', 'figcaption'],
    ...['table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td', 'details', 'summary', 'div', 'section', 'abbr'],
  ].map((tag) => [tag, tag] as const),
)
  .set('h1', 'h2')
  .set('article', 'div')
  .set('main', 'div');

/** What is kept of a page: the elements above, and widgets, whose names have a hyphen, to say that they are not shown. */
const kept = { has: (tag: string): boolean => elements.has(tag) || tag.includes('-') };

/** The text of a page that editors wrote in HTML. Scripts, styles, forms, frames and pictures of other servers are left out. */
export function PageText({ html, title }: { readonly html: string; readonly title: string }) {
  const { addressOf } = usePage();
  let isFirst = true;
  const write = (node: RichNode | string): ComponentChild => {
    if (typeof node === 'string') return node;
    const { tag, attributes, children } = node;
    if (tag.includes('-')) return <MissingWidget dataset={attributes['dataset']}>{children.map(write)}</MissingWidget>;
    // most pages begin with their title, which stands above
    const repeatsTitle = tag === 'h1' && isFirst && textOf(node) === title.trim();
    if (tag === 'h1') isFirst = false;
    if (repeatsTitle) return null;
    if (tag === 'img') return <Picture {...attributes} />;
    const { href, ...others } = attributes;
    const props = href === undefined ? others : { ...others, href: addressOf(href) };
    const name = elements.get(tag) ?? 'div';
    return voidTags.has(tag) ? h(name, props) : h(name, props, ...children.map(write));
  };
  return (
    <div class="prose" dir="auto">
      {parseRichText(html, kept).map(write)}
    </div>
  );
}

const textOf = ({ children }: RichNode): string =>
  children
    .map((child) => (typeof child === 'string' ? child : textOf(child)))
    .join('')
    .trim();

/** A picture of this server; of one from elsewhere, which the page does not load, the text. */
function Picture({ src, alt = '' }: { readonly src?: string; readonly alt?: string }) {
  const { addressOf } = usePage();
  if (src !== undefined) return <img src={addressOf(src)} alt={alt} loading="lazy" />;
  return alt === '' ? null : <em>{alt}</em>;
}

/** A note in place of a widget, which this page has no scripts for: what stands in it, and a link to its dataset. */
function MissingWidget({
  dataset,
  children,
}: {
  readonly dataset: string | undefined;
  readonly children: ComponentChild;
}) {
  const { t } = useLanguage();
  return (
    <div class="missing-widget">
      <p>
        {t('widgetMissing')}{' '}
        {dataset !== undefined && <Link to={datasetPath(dataset)}>{t('widgetDataset', { dataset })}</Link>}
      </p>
      {children}
    </div>
  );
}
