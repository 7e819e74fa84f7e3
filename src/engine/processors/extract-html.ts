import { textOf } from '../records/record.ts';
import { assertTextLength } from './change-text.ts';
import { defineProcessor, optionalOutputField } from './processor.ts';
import { compile, selectAll } from 'css-select';
import { DomHandler, DomUtils, ElementType, Parser } from 'htmlparser2';

/** Extracts the text of HTML, or of the elements that match a selector. Several elements give a list. */
export const extractHtml = defineProcessor({
  type: 'extract_html',
  label: 'Extract HTML',
  parameters: [
    { name: 'field', type: 'field', label: 'Field', isMandatory: true },
    {
      name: 'selector',
      type: 'text',
      label: 'CSS selector',
      description: 'The elements to extract, such as table.prices td. Default: the whole text.',
      isMandatory: false,
      default: '',
      trim: 'true',
    },
    {
      name: 'attribute',
      type: 'text',
      label: 'Attribute',
      description: 'Extracts an attribute of the selected elements, such as href, instead of their text.',
      isMandatory: false,
      default: '',
      trim: 'true',
    },
    optionalOutputField,
  ],
  check: ({ selector, attribute }) => {
    if (selector === '')
      return attribute === '' ? {} : { selector: ['Give the selector of the elements that have the attribute.'] };
    const select = compileSelector(selector);
    return typeof select === 'function' ? {} : { selector: [select.error] };
  },
  prepare: ({ field, selector, attribute, output_field: output }) => {
    const select = selector === '' ? undefined : compileSelector(selector);
    const read =
      attribute === '' ? htmlText : (element: HtmlElement) => attributeOf(element, attribute.toLowerCase()) ?? '';
    return (record) => {
      const parts = [record[field] ?? null].flat().map(textOf);
      assertTextLength(parts.reduce((length, part) => length + part.length, 0));
      const documents = parts.map(parseHtml);
      const found =
        typeof select === 'function' ? select(documents).map(withLengthLimit(read)) : documents.map(htmlText);
      const texts = found.filter((text) => text !== '');
      record[output || field] = texts.length > 1 ? texts : (texts[0] ?? null);
      return record;
    };
  },
});

/** Limits the total length of the extracted texts, because selected elements can contain one another. */
function withLengthLimit(read: (element: HtmlElement) => string): (element: HtmlElement) => string {
  let length = 0;
  return (element) => {
    const text = read(element);
    length += text.length;
    assertTextLength(length);
    return text;
  };
}

const maxLength = 200;
/** The maximum number of nodes and characters that one selection may visit. */
const maxWork = 5_000_000;

/** Finds the elements that match a selector in parsed HTML; throws RangeError when the work exceeds its limit. */
type SelectElements = (documents: readonly HtmlDocument[]) => HtmlElement[];

/** Compiles a CSS selector; returns an error message when it is invalid. */
function compileSelector(selector: string): SelectElements | { readonly error: string } {
  if (selector.length > maxLength) return { error: `Give at most ${maxLength} characters.` };
  const budget = { left: maxWork };
  const options = { adapter: adapterWithin(budget) };
  try {
    const query = compile<HtmlNode, HtmlElement>(selector, options);
    return (documents) => {
      budget.left = maxWork;
      return documents.flatMap((document) => selectAll<HtmlNode, HtmlElement>(query, document, options));
    };
  } catch (error) {
    return { error: `The selector is invalid: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** The library's DOM adapter with a work limit: the cost of a selector can be quadratic in the number of nodes, or worse. */
function adapterWithin(budget: { left: number }) {
  const spend = (amount: number): void => {
    budget.left -= amount;
    if (budget.left < 0) throw new RangeError('The selector takes too long on this HTML.');
  };
  return {
    ...DomUtils,
    isTag: (node: HtmlNode): node is HtmlElement => {
      spend(1);
      return isElement(node);
    },
    getParent: (element: HtmlElement) => {
      spend(1);
      return DomUtils.getParent(element);
    },
    getSiblings: (node: HtmlNode) => {
      const siblings = DomUtils.getSiblings(node);
      spend(siblings.length);
      return siblings;
    },
    getText: (node: HtmlNode) => {
      const text = DomUtils.textContent(node);
      spend(text.length);
      return text;
    },
    // The library's own versions would find properties inherited from Object.prototype.
    getAttributeValue: (element: HtmlElement, name: string) => attributeOf(element, name),
    hasAttrib: (element: HtmlElement, name: string) => attributeOf(element, name) !== undefined,
  };
}

/** The value of an attribute; undefined when the element does not have it. */
const attributeOf = ({ attribs }: HtmlElement, name: string): string | undefined =>
  Object.hasOwn(attribs, name) ? attribs[name] : undefined;

/** The maximum nesting of elements. Recursive functions would exhaust the call stack on deeper documents. */
const maxDepth = 250;

/** A node of parsed HTML. */
type HtmlNode = Parameters<typeof DomUtils.getSiblings>[0];

/** A parsed HTML document. */
type HtmlDocument = DomHandler['root'];

/** An HTML element. */
type HtmlElement = Parameters<typeof DomUtils.getName>[0];

/** Whether a node is an element. */
const isElement = (node: HtmlNode): node is HtmlElement => ElementType.isTag(node);

/** Builds the document, with a limit on nesting. */
class BoundedHandler extends DomHandler {
  override onopentag(name: string, attributes: Record<string, string>): void {
    if (this.tagStack.length > maxDepth) throw new RangeError(`The HTML is nested more than ${maxDepth} deep.`);
    super.onopentag(name, attributes);
  }
}

/** Parses HTML with the error recovery of browsers. Throws RangeError when elements are nested too deeply. */
function parseHtml(html: string): HtmlDocument {
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
function htmlText(node: HtmlNode): string {
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
