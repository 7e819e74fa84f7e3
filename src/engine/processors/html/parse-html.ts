import { DomHandler, ElementType, Parser, type DomUtils } from 'htmlparser2';

/** What is deeper comes from no person, and would exhaust whoever walks it. */
const maxDepth = 250;

/** A piece of parsed HTML. */
export type HtmlNode = Parameters<typeof DomUtils.getSiblings>[0];

/** A whole text of HTML. */
export type HtmlDocument = DomHandler['root'];

/** A tag with what is in it. */
export type HtmlElement = Parameters<typeof DomUtils.getName>[0];

/** Whether a piece is a tag. */
export const isElement = (node: HtmlNode): node is HtmlElement => ElementType.isTag(node);

class BoundedHandler extends DomHandler {
  override onopentag(name: string, attributes: Record<string, string>): void {
    if (this.tagStack.length > maxDepth) throw new RangeError(`The HTML is nested more than ${maxDepth} deep.`);
    super.onopentag(name, attributes);
  }
}

/** Reads HTML as browsers do, whatever is wrong with it. Throws RangeError for what is too deep. */
export function parseHtml(html: string): HtmlDocument {
  const handler = new BoundedHandler();
  new Parser(handler).end(html);
  return handler.root;
}

/** What a reader sees no gap around. */
const inline = new Set([
  'a',
  'abbr',
  'b',
  'bdi',
  'bdo',
  'cite',
  'code',
  'data',
  'del',
  'dfn',
  'em',
  'font',
  'i',
  'ins',
  'kbd',
  'label',
  'mark',
  'q',
  's',
  'samp',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'time',
  'tt',
  'u',
  'var',
  'wbr',
]);
const unread = new Set(['script', 'style', 'template', 'noscript', 'head']);

/** The text that a reader sees, on one line. */
export function htmlText(node: HtmlNode): string {
  const parts: string[] = [];
  write(node, parts);
  return parts.join('').replace(/\s+/g, ' ').trim();
}

function write(node: HtmlNode, parts: string[]): void {
  if (node.type === ElementType.Text) parts.push(node.data);
  if (!('children' in node) || (isElement(node) && unread.has(node.name))) return;
  const gap = isElement(node) && !inline.has(node.name) ? ' ' : '';
  parts.push(gap);
  for (const child of node.children) write(child, parts);
  parts.push(gap);
}
