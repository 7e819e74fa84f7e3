import { invalid, quoted, unsupported } from './mapping-problem.ts';
import type { ColumnReference, TemplatePart } from './record-mapping.ts';

/** How a language of mappings writes the references in a template. */
export interface TemplateSyntax {
  readonly open: string;
  readonly close: string;
}

/** `http://example.org/{name}`: R2RML and RML. */
export const rmlTemplate: TemplateSyntax = { open: '{', close: '}' };
/** `http://example.org/$(name)`: YARRRML. */
export const yarrrmlTemplate: TemplateSyntax = { open: '$(', close: ')' };

const maxParts = 100;

/**
 * Parses a template into texts and references. A backslash keeps the special meaning from the character after it, as in `\{`. Fails
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

/** A name that is no path may have any characters; only the coordinates of a point are told apart. */
const nameParts = (written: string): Partial<Record<string, string>> =>
  /^(?<name>[^.[\]]+)(?<rest>\[\*\]|\[[01]\]|\.lat|\.lon)$/s.exec(written)?.groups ?? { name: written };
