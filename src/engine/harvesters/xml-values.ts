import { localName, type XmlElement } from '../extractors/xml/xml-reader.ts';

/** The elements at a path of local names below an element, such as `citation/CI_Citation/title`; `*` is any name. */
export const elementsAt = (element: XmlElement | undefined, path: string): readonly XmlElement[] =>
  path
    .split('/')
    .reduce<readonly XmlElement[]>(
      (found, name) =>
        found.flatMap(({ children }) => children.filter((child) => name === '*' || localName(child.name) === name)),
      element ? [element] : [],
    );

/** All elements with a local name below an element, in the order of the document. */
export const elementsBelow = ({ children }: XmlElement, name: string): readonly XmlElement[] =>
  children.flatMap((child) => [...(localName(child.name) === name ? [child] : []), ...elementsBelow(child, name)]);

/** The text of an element, or of the first element in it that has one: a property of ISO 19139 has a text, a link or translations. */
export function textOfElement(element: XmlElement | undefined): string {
  if (!element) return '';
  const own = element.text.trim();
  if (own !== '') return own;
  for (const child of element.children) {
    const text = textOfElement(child);
    if (text !== '') return text;
  }
  return '';
}

/** The first text at a path. */
export const textAt = (element: XmlElement | undefined, path: string): string =>
  elementsAt(element, path)
    .map(textOfElement)
    .find((text) => text !== '') ?? '';

/** The texts at a path. */
export const textsAt = (element: XmlElement | undefined, path: string): readonly string[] =>
  elementsAt(element, path)
    .map(textOfElement)
    .filter((text) => text !== '');

/** An attribute by its local name; an empty text where there is none. */
export const attributeText = ({ attributes }: Pick<XmlElement, 'attributes'>, name: string): string =>
  (attributes[name] ?? Object.entries(attributes).find(([key]) => localName(key) === name)?.[1] ?? '').trim();

/** The value of a code list, such as `publication`: its attribute, or its text. */
export const codeOf = (element: XmlElement | undefined): string => {
  if (!element) return '';
  const code = attributeText(element, 'codeListValue');
  return code !== '' || element.children.length === 0 ? code || element.text.trim() : codeOf(element.children[0]);
};

/** The numbers in a text, such as the corner of a box. */
export const numbersOf = (text: string): readonly number[] =>
  text
    .trim()
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
