import { Parser } from 'htmlparser2';
import { type ComponentChild, h } from 'preact';
import { usePage } from './page-context.ts';

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

/** What a parsed text is made of. */
interface Node {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (Node | string)[];
}

/** Parses HTML to the elements that `tags` allows. Attributes are those of links, and languages. */
export function parseRichText(html: string, tags: ReadonlySet<string> = allowedTags): readonly (Node | string)[] {
  const root: Node = { tag: '', attributes: {}, children: [] };
  const open: Node[] = [root];
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
      const node: Node = { tag: name, attributes: safeAttributes(name, attributes), children: [] };
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

function safeAttributes(tag: string, { href, title, lang }: Readonly<Record<string, string>>): Record<string, string> {
  return {
    ...(tag === 'a' && href !== undefined && allowedAddress.test(href.trim()) && { href: href.trim() }),
    ...(title !== undefined && { title }),
    ...(lang !== undefined && /^[\w-]{2,35}$/.test(lang) && { lang }),
  };
}

const voidTags: ReadonlySet<string> = new Set(['br', 'hr']);

/** A description in HTML with its structure and links. Scripts, styles, images, forms and other attributes are left out. */
export function RichText({ html }: { readonly html: string }) {
  const { addressOf } = usePage();
  const write = (node: Node | string): ComponentChild => {
    if (typeof node === 'string') return node;
    const { href, ...attributes } = node.attributes;
    const props = href === undefined ? attributes : { ...attributes, href: addressOf(href), rel: 'nofollow' };
    return voidTags.has(node.tag) ? h(node.tag, props) : h(node.tag, props, ...node.children.map(write));
  };
  return <>{parseRichText(html).map(write)}</>;
}

const onlyMarks: ReadonlySet<string> = new Set(['mark']);

/** A text whose found words the graph marked, and nothing else of HTML. */
export function MarkedText({ html }: { readonly html: string }) {
  const write = (node: Node | string): ComponentChild =>
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
