import { parseDocument, stringify } from 'yaml';
import type { Json } from '#kernel/json.ts';
import { CommandError } from '../exit-codes.ts';

/** What stands above the members of a document: a comment of one line each, by name. */
export type Comments = Readonly<Record<string, string>>;

/**
 * Writes a value as YAML 1.2. Equal values give equal bytes: no anchors, no folded lines, keys in the order of the value. Texts that YAML
 * 1.1 would read as something else (`no`, `1:30`, dates) are quoted, for editors that still do.
 */
export const toYaml = (value: Json, schemaPath?: string, comments: Comments = {}): string => {
  const text = stringify(value, {
    lineWidth: 0,
    aliasDuplicateObjects: false,
    compat: 'yaml-1.1',
    blockQuote: 'literal',
  });
  // what is not a member of the document itself is indented
  const commented = text.replaceAll(/^(\w+):/gm, (line, name: string) =>
    Object.hasOwn(comments, name) ? `# ${comments[name]}\n${line}` : line,
  );
  return (schemaPath === undefined ? '' : `# yaml-language-server: $schema=${schemaPath}\n`) + commented;
};

/** Reads one document of YAML 1.2. Fails with the file, the line and the reason. */
export function fromYaml(text: string, file: string): unknown {
  const document = parseDocument(text, { uniqueKeys: true, prettyErrors: true });
  const [error] = document.errors;
  if (error) throw new CommandError(`${file}: ${error.message}`);
  return document.toJS({ maxAliasCount: 100 });
}
