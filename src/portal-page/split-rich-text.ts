/** What a parsed text is made of. */
export interface RichNode {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (RichNode | string)[];
}

type Content = readonly (RichNode | string)[];

/** A text in two parts; the second is empty where the text is short enough. */
export interface SplitText {
  readonly shown: Content;
  readonly rest: Content;
}

/** Elements that may end in the first part and go on in the second. What is within others stays together. */
const divisible: ReadonlySet<string> = new Set(['p', 'ul', 'ol', 'blockquote', 'dl']);

const lengthOf = (nodes: Content): number =>
  nodes.reduce((sum, node) => sum + (typeof node === 'string' ? node.length : lengthOf(node.children)), 0);

/** Splits a text after about `length` characters, between elements where it can be, else between words. A text that is not half as long again is not split. */
export const splitRichText = (nodes: Content, length: number): SplitText =>
  lengthOf(nodes) <= length * 1.5 ? { shown: nodes, rest: [] } : splitAt(nodes, length);

function splitAt(nodes: Content, length: number): SplitText {
  const shown: (RichNode | string)[] = [];
  let left = length;
  for (const [index, node] of nodes.entries()) {
    if (left <= 0) return { shown, rest: nodes.slice(index) };
    const [first, second] = splitNode(node, left);
    shown.push(first);
    if (second !== undefined) return { shown, rest: [second, ...nodes.slice(index + 1)] };
    left -= lengthOf([node]);
  }
  return { shown, rest: [] };
}

/** A node up to a length, and what is left of it. */
function splitNode(node: RichNode | string, length: number): readonly [RichNode | string, (RichNode | string)?] {
  if (lengthOf([node]) <= length * 1.5) return [node];
  if (typeof node === 'string') {
    const end = node.slice(length).search(/\s/);
    return end < 0 ? [node] : [node.slice(0, length + end), node.slice(length + end)];
  }
  if (!divisible.has(node.tag)) return [node];
  const { shown, rest } = splitAt(node.children, length);
  return rest.length === 0
    ? [node]
    : [
        { ...node, children: [...shown] },
        { ...node, children: [...rest] },
      ];
}
