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

/** Reads well-known text: WKT 1 as OGC and ESRI write it, or WKT 2 of ISO 19162. Throws an Error for invalid text. */
export function parseWktNode(text: string): WktNode {
  let position = 0;
  /** Matches a pattern at the current position and moves behind it. */
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = position;
    const found = pattern.exec(text);
    if (found) position = pattern.lastIndex;
    return found;
  };
  const parseNode = (depth: number): WktNode | undefined => {
    const name = match(keyword)?.[1]?.toUpperCase();
    if (name === undefined) return undefined;
    if (depth > maxDepth) throw new Error('it is nested too deeply');
    const values: (WktNode | string | number)[] = [];
    for (;;) {
      values.push(parseValue(depth));
      const end = match(separator)?.[1];
      if (end === undefined) throw new Error(`a comma or bracket is missing after character ${position}`);
      if (end !== ',') return { keyword: name, values };
    }
  };
  const parseValue = (depth: number): WktNode | string | number => {
    const quotedText = match(quoted)?.[1];
    if (quotedText !== undefined) return quotedText.replaceAll('""', '"');
    const digits = match(number)?.[0];
    if (digits !== undefined) return Number(digits);
    return parseNode(depth + 1) ?? match(word)?.[0] ?? '';
  };
  match(blank);
  const root = parseNode(0);
  match(blank);
  if (!root || position < text.length) throw new Error(`it is not well-known text at character ${position + 1}`);
  return root;
}
