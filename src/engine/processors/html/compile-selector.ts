import { compile, selectAll } from 'css-select';
import { DomUtils } from 'htmlparser2';
import { isElement, type HtmlDocument, type HtmlElement, type HtmlNode } from './parse-html.ts';

const maxLength = 200;
/** The maximum number of nodes and characters that one selection may visit. */
const maxWork = 5_000_000;

/** Finds the elements that match a selector in parsed HTML; throws RangeError when the work exceeds its limit. */
export type SelectElements = (documents: readonly HtmlDocument[]) => HtmlElement[];

/** Compiles a CSS selector; returns an error message when it is invalid. */
export function compileSelector(selector: string): SelectElements | { readonly error: string } {
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
export const attributeOf = ({ attribs }: HtmlElement, name: string): string | undefined =>
  Object.hasOwn(attribs, name) ? attribs[name] : undefined;
