import { DomHandler, ElementType, Parser, type DomUtils } from 'htmlparser2';

/** The maximum nesting of elements. Recursive functions would exhaust the call stack on deeper documents. */
const maxDepth = 250;

/** A node of parsed HTML. */
export type HtmlNode = Parameters<typeof DomUtils.getSiblings>[0];

/** A parsed HTML document. */
export type HtmlDocument = DomHandler['root'];

/** An HTML element. */
export type HtmlElement = Parameters<typeof DomUtils.getName>[0];

/** Whether a node is an element. */
export const isElement = (node: HtmlNode): node is HtmlElement => ElementType.isTag(node);

/** Builds the document, with a limit on nesting. */
class BoundedHandler extends DomHandler {
  override onopentag(name: string, attributes: Record<string, string>): void {
    if (this.tagStack.length > maxDepth) throw new RangeError(`The HTML is nested more than ${maxDepth} deep.`);
    super.onopentag(name, attributes);
  }
}

/** Parses HTML with the error recovery of browsers. Throws RangeError when elements are nested too deeply. */
export function parseHtml(html: string): HtmlDocument {
  const handler = new BoundedHandler();
  new Parser(handler).end(html);
  return handler.root;
}

/** Inline elements: no space separates them from the text around them. */
const inlineElements = new Set([
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
const invisibleElements = new Set(['script', 'style', 'template', 'noscript', 'head']);

/** The visible text, on one line. */
export function htmlText(node: HtmlNode): string {
  const parts: string[] = [];
  appendText(node, parts);
  return parts.join('').replace(/\s+/g, ' ').trim();
}

function appendText(node: HtmlNode, parts: string[]): void {
  if (node.type === ElementType.Text) parts.push(node.data);
  if (!('children' in node) || (isElement(node) && invisibleElements.has(node.name))) return;
  const space = isElement(node) && !inlineElements.has(node.name) ? ' ' : '';
  parts.push(space);
  for (const child of node.children) appendText(child, parts);
  parts.push(space);
}
