import { Parser } from 'htmlparser2';
import { type ComponentChild, h } from 'preact';
import { usePage } from './page-context.ts';
import { type RichNode, splitRichText } from './split-rich-text.ts';
import { isMarkedIn, type Term, TermMarker } from './terms.tsx';

/** Elements that descriptions may have. Of all others, the content alone is shown. */
const allowedTags: ReadonlySet<string> = new Set([
  ...['p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'code', 'pre', 'blockquote', 'hr'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'h3', 'h4', 'h5', 'h6', 'a'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
]);

/** Elements whose content is not text for people. */
const skippedTags: ReadonlySet<string> = new Set([
  ...['script', 'style', 'template', 'noscript', 'iframe', 'object', 'embed', 'svg', 'math', 'title', 'textarea'],
]);

const allowedAddress = /^(?:https?:|mailto:|\/(?!\/)|#)/i;

/** How deep elements are nested, and how many there are. What is beyond is shown as text. */
const limits = { depth: 40, elements: 5_000 };

/** The elements that a text may have. A set that has names with a hyphen keeps widgets, of which the dataset alone is known. */
type AllowedTags = Pick<ReadonlySet<string>, 'has'>;

/** Parses HTML to the elements that `tags` allows. Attributes are those of links and of pictures of this server, and languages. */
export function parseRichText(html: string, tags: AllowedTags = allowedTags): readonly (RichNode | string)[] {
  const root: RichNode = { tag: '', attributes: {}, children: [] };
  const open: RichNode[] = [root];
  // each name that was opened, and whether it became an element
  const names: { readonly name: string; readonly isElement: boolean }[] = [];
  let skipped = 0;
  let count = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (skippedTags.has(name)) skipped += 1;
      const isAllowed = tags.has(name) && count < limits.elements && open.length < limits.depth;
      const isElement = skipped === 0 && isAllowed && !(name === 'a' && open.some(({ tag }) => tag === 'a'));
      names.push({ name, isElement });
      if (!isElement) return;
      const node: RichNode = { tag: name, attributes: safeAttributes(name, attributes), children: [] };
      count += 1;
      open.at(-1)?.children.push(node);
      open.push(node);
    },
    ontext(text) {
      if (skipped === 0) open.at(-1)?.children.push(text);
    },
    onclosetag(name) {
      const last = names.pop();
      if (skippedTags.has(name)) skipped -= 1;
      if (last?.isElement === true) open.pop();
    },
  });
  parser.end(html);
  return root.children;
}

function safeAttributes(tag: string, attributes: Readonly<Record<string, string>>): Record<string, string> {
  const { href, title, lang, src, alt } = attributes;
  const [, dataset] = tag.includes('-') ? (Object.entries(attributes).find(isDatasetOf) ?? []) : [];
  return {
    ...(dataset !== undefined && { dataset }),
    ...(tag === 'img' && { alt: alt ?? '', ...(src !== undefined && ownPath.test(src) && { src }) }),
    ...(tag === 'a' && href !== undefined && allowedAddress.test(href.trim()) && { href: href.trim() }),
    ...(title !== undefined && { title }),
    ...(lang !== undefined && /^[\w-]{2,35}$/.test(lang) && { lang }),
  };
}

/** A path of this server: the page loads pictures from nowhere else. */
const ownPath = /^\/(?!\/)[^\s\\]*$/;

/** Whether an attribute of a widget names a dataset. */
const isDatasetOf = ([name, value]: readonly [string, string]): boolean =>
  /(?:^|-)dataset(?:-?id)?$/.test(name) && /^[\p{L}\p{N}_@.-]{1,200}$/u.test(value);

/** Elements without content. */
export const voidTags: ReadonlySet<string> = new Set(['br', 'hr', 'img']);

/** What is shown of a text. */
interface RichTextProps {
  readonly html: string;
  readonly terms?: readonly Term[];
  /** About how many characters are shown at first; what is beyond unfolds, without scripts too. Default: all. */
  readonly shownLength?: number;
}

/** A description in HTML with its structure and links, and the first mention of each term marked. Scripts, styles, images, forms and other attributes are left out. */
export function RichText({ html, terms = [], shownLength = Infinity }: RichTextProps) {
  const { addressOf, language } = usePage();
  const marker = new TermMarker(terms);
  const write = (node: RichNode | string, isMarked: boolean): ComponentChild => {
    if (typeof node === 'string') return isMarked ? marker.mark(node) : node;
    const { href, ...attributes } = node.attributes;
    const props = href === undefined ? attributes : { ...attributes, href: addressOf(href), rel: 'nofollow' };
    const marksChildren = isMarked && isMarkedIn(node.tag);
    return voidTags.has(node.tag)
      ? h(node.tag, props)
      : h(node.tag, props, ...node.children.map((child) => write(child, marksChildren)));
  };
  const { shown, rest } = splitRichText(parseRichText(html), shownLength);
  return (
    <>
      {shown.map((node) => write(node, true))}
      {rest.length > 0 && (
        <details class="rest">
          <summary>
            <span class="when-closed">{language.t('readOn')}</span>
            <span class="when-open">{language.t('readLess')}</span>
          </summary>
          <div class="prose">{rest.map((node) => write(node, true))}</div>
        </details>
      )}
    </>
  );
}

const onlyMarks: ReadonlySet<string> = new Set(['mark']);

/** A text whose found words the graph marked, and nothing else of HTML. */
export function MarkedText({ html }: { readonly html: string }) {
  const write = (node: RichNode | string): ComponentChild =>
    typeof node === 'string' ? node : h(node.tag, {}, ...node.children.map(write));
  return <>{parseRichText(html, onlyMarks).map(write)}</>;
}

/** The text of HTML, in one line. */
export const plainText = (html: string): string =>
  parseRichText(html.replace(/<(?:\/p|br|\/li|\/h\d)\b/gi, ' $&'), new Set())
    .map((node) => (typeof node === 'string' ? node : ''))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();

const maxLength = 220;

/** The beginning of a description in HTML, as text. */
export function excerptOf(description: string, length = maxLength): string {
  const text = plainText(description);
  return text.length <= length ? text : `${text.slice(0, length).replace(/\s+\S*$/, '')}…`;
}
