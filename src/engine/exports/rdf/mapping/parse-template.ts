import { invalid, quoted, unsupported } from './mapping-problem.ts';
import type { ColumnReference, TemplatePart } from './record-mapping.ts';

/** The characters around a reference in a template, which differ between the languages of mappings. */
export interface TemplateSyntax {
  readonly open: string;
  readonly close: string;
}

/** The syntax of R2RML and RML, as in `http://example.org/{name}`. */
export const rmlTemplate: TemplateSyntax = { open: '{', close: '}' };
/** The syntax of YARRRML, as in `http://example.org/$(name)`. */
export const yarrrmlTemplate: TemplateSyntax = { open: '$(', close: ')' };

/** The maximum number of parts of a template. */
const maxParts = 100;

/**
 * Parses a template into texts and references. A special character after a backslash, as in `\{`, is part of a text. Fails
 * INVALID_MAPPING.
 */
export function parseTemplate(template: string, { open, close }: TemplateSyntax): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let text = '';
  let reference: string | undefined;
  for (let at = 0; at < template.length; at += 1) {
    const character = template.charAt(at);
    const isEscaped = character === '\\' && isSpecial(template.charAt(at + 1));
    if (isEscaped) at += 1;
    const piece = isEscaped ? template.charAt(at) : character;
    if (reference !== undefined) {
      if (isEscaped || piece !== close) reference += piece;
      else {
        parts.push(parseReference(reference));
        reference = undefined;
      }
    } else if (!isEscaped && template.startsWith(open, at)) {
      if (text !== '') parts.push(text);
      text = '';
      reference = '';
      at += open.length - 1;
    } else text += piece;
  }
  if (reference !== undefined) invalid(`the template ${quoted(template)} lacks a ${close}`);
  if (text !== '' || parts.length === 0) parts.push(text);
  if (parts.length > maxParts) invalid(`a template has more than ${String(maxParts)} parts`);
  return parts;
}

const isSpecial = (character: string): boolean => character !== '' && '\\{}$()'.includes(character);

const coordinates: Readonly<Record<string, 'lat' | 'lon'>> = {
  ...{ '[0]': 'lat', '[1]': 'lon', '.lat': 'lat', '.lon': 'lon' },
};

/**
 * Parses a reference to a column: a name, or a JSONPath of one step (`$.name`, `$['name']`), which may select all items of a list (`[*]`) or
 * a coordinate of a point (`.lat`, `[0]`). Fails INVALID_MAPPING.
 */
export function parseReference(reference: string): ColumnReference {
  const written = reference.trim();
  const path = /^\$\.?(?:\[(?<quote>['"])(?<quotedName>.+?)\k<quote>\]|(?<name>[^.[\]]+))(?<rest>.*)$/s.exec(
    written,
  )?.groups;
  if (written === '') invalid('a reference names no column');
  const { rest = '', name = written, quotedName = name } = path ?? nameParts(written);
  const coordinate = coordinates[rest];
  if (coordinate === undefined && rest !== '' && rest !== '[*]') unsupported(`The reference ${quoted(written)}`);
  return { column: quotedName, ...(coordinate && { coordinate }) };
}

/** Splits a reference that is not a JSONPath into the name of a column and a suffix, such as `.lat` or `[*]`. Without one of these suffixes, all of it is the name, which may have any characters. */
const nameParts = (written: string): Partial<Record<string, string>> =>
  /^(?<name>[^.[\]]+)(?<rest>\[\*\]|\[[01]\]|\.lat|\.lon)$/s.exec(written)?.groups ?? { name: written };
