import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, stringify } from 'yaml';
import type { Json } from '#kernel/json.ts';
import { CommandError, messageOf } from '../exit-codes.ts';

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

/** A document of YAML, and the line of a member, or else of the nearest one above it. */
interface YamlDocument {
  readonly value: unknown;
  readonly lineOf: (path: readonly PropertyKey[]) => number;
}

/** Reads one document of YAML 1.2. Fails with the file, the line and the reason. */
export function readYaml(text: string, file: string): YamlDocument {
  const lines = new LineCounter();
  const document = parseDocument(text, { uniqueKeys: true, prettyErrors: true, lineCounter: lines });
  const [error] = document.errors;
  if (error?.code === 'MULTIPLE_DOCS')
    throw new CommandError(
      `${file}: One document is expected, and \`---\` begins another one at line ${lines.linePos(error.pos[0]).line}.`,
    );
  if (error) throw new CommandError(`${file}: ${error.message}`);
  const lineOf = (path: readonly PropertyKey[]) => {
    let node: unknown = document.contents;
    let offset = document.contents?.range[0] ?? 0;
    for (const part of path) {
      if (isMap(node)) {
        const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part));
        if (!isScalar(pair?.key)) break;
        offset = pair.key.range?.[0] ?? offset;
        node = pair.value;
      } else {
        node = isSeq(node) ? node.items[Number(part)] : undefined;
        if (!isNode(node)) break;
        offset = node.range?.[0] ?? offset;
      }
    }
    return lines.linePos(offset).line;
  };
  try {
    return { value: document.toJS({ maxAliasCount: 100 }), lineOf };
  } catch (failure) {
    throw new CommandError(`${file}: ${messageOf(failure)}`);
  }
}

/** Reads the value of one document of YAML 1.2. Fails with the file, the line and the reason. */
export const fromYaml = (text: string, file: string): unknown => readYaml(text, file).value;
