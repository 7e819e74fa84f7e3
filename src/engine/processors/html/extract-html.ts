import { textOf } from '../../records/record.ts';
import { refuseLength } from '../text/change-text.ts';
import { attributeOf, compileSelector } from './compile-selector.ts';
import { htmlText, parseHtml, type HtmlElement } from './parse-html.ts';
import { defineProcessor } from '../processor.ts';

/** Keeps the text of HTML without its tags, or of the elements that a selector chooses; several make a list. */
export const extractHtml = defineProcessor({
  type: 'extract_html',
  label: 'Extract HTML',
  parameters: [
    { name: 'field', type: 'field', label: 'Field', isMandatory: true },
    {
      name: 'selector',
      type: 'text',
      label: 'CSS selector',
      description: 'The elements to take, such as table.prices td; everything where it is left out.',
      isMandatory: false,
      default: '',
      trim: 'true',
    },
    {
      name: 'attribute',
      type: 'text',
      label: 'Attribute',
      description: 'Takes an attribute of the chosen elements, such as href, in place of their text.',
      isMandatory: false,
      default: '',
      trim: 'true',
    },
    {
      name: 'output_field',
      type: 'field',
      label: 'Output field',
      description: 'The field itself where it is left out.',
      isMandatory: false,
      canCreateField: true,
    },
  ],
  check: ({ selector, attribute }) => {
    if (selector === '') return attribute === '' ? {} : { selector: ['Choose the elements whose attribute is meant.'] };
    const select = compileSelector(selector);
    return typeof select === 'function' ? {} : { selector: [select.error] };
  },
  prepare: ({ field, selector, attribute, output_field: output }) => {
    const select = selector === '' ? undefined : compileSelector(selector);
    const read =
      attribute === '' ? htmlText : (element: HtmlElement) => attributeOf(element, attribute.toLowerCase()) ?? '';
    return (row) => {
      const pieces = [row[field] ?? null].flat().map(textOf);
      refuseLength(pieces.reduce((length, { length: more }) => length + more, 0));
      const documents = pieces.map(parseHtml);
      const found = typeof select === 'function' ? select(documents).map(bounded(read)) : documents.map(htmlText);
      const texts = found.filter((text) => text !== '');
      row[output || field] = texts.length > 1 ? texts : (texts[0] ?? null);
      return row;
    };
  },
});

/** Chosen elements can contain one another: what all of them give is no more than one text may be. */
function bounded(read: (element: HtmlElement) => string): (element: HtmlElement) => string {
  let length = 0;
  return (element) => {
    const text = read(element);
    length += text.length;
    refuseLength(length);
    return text;
  };
}
