import { textOf } from '#engine/records/record.ts';
import { assertTextLength } from '../text/change-text.ts';
import { attributeOf, compileSelector } from './compile-selector.ts';
import { htmlText, parseHtml, type HtmlElement } from './parse-html.ts';
import { optionalOutputField } from '../output-field.ts';
import { defineProcessor } from '../processor.ts';

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
