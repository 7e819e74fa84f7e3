/** A part of the well-known text of a coordinate reference system: `UNIT["metre", 1]`. */
export interface WktNode {
  /** In capitals. */
  readonly keyword: string;
  readonly values: readonly (WktNode | string | number)[];
}

const maxDepth = 32;

const blank = /\s*/y;
const keyword = /([A-Za-z_]\w*)\s*[[(]\s*/y;
const quoted = /"((?:[^"]|"")*)"/y;
const number = /[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y;
const word = /[A-Za-z_]\w*/y;
const separator = /\s*(,|[\])])\s*/y;

/** Reads well-known text, as OGC and ESRI write it (WKT 1), or of ISO 19162 (WKT 2). Throws an Error for invalid text. */
export function parseWktNode(text: string): WktNode {
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const node = (depth: number): WktNode | undefined => {
    const name = match(keyword)?.[1]?.toUpperCase();
    if (name === undefined) return undefined;
    if (depth > maxDepth) throw new Error('it is nested too deeply');
    const values: (WktNode | string | number)[] = [];
    for (;;) {
      values.push(value(depth));
      const end = match(separator)?.[1];
      if (end === undefined) throw new Error(`a comma or bracket is missing after character ${at}`);
      if (end !== ',') return { keyword: name, values };
    }
  };
  const value = (depth: number): WktNode | string | number => {
    const text = match(quoted)?.[1];
    if (text !== undefined) return text.replaceAll('""', '"');
    const digits = match(number)?.[0];
    return digits !== undefined ? Number(digits) : (node(depth + 1) ?? match(word)?.[0] ?? '');
  };
  match(blank);
  const root = node(0);
  match(blank);
  if (!root || at < text.length) throw new Error(`it is not well-known text at character ${at + 1}`);
  return root;
}
