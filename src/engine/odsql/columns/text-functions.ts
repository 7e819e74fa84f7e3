import { tryParseJson } from '#kernel/json.ts';
import type { ColumnFunctions } from '#platform/columns/column-functions.ts';

/** The capital letters of Unicode 16 and 17, whose lower case the column engine does not know. */
const newCapitals = [0x1c89, 0xa7cb, 0xa7cc, 0xa7ce, 0xa7d2, 0xa7d4, 0xa7da, 0xa7dc]
  .concat(codesFrom(0x10d50, 22), codesFrom(0x16ea0, 25))
  .map((code) => String.fromCodePoint(code));

function codesFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

const [upper, lower] = [newCapitals.join(''), newCapitals.map((letter) => letter.toLowerCase()).join('')];

/** The maximum nesting of JSON in a text: deeper JSON exhausts the stack of who writes or reads it. */
const maxDepth = 1_000;

/** Functions of texts and their JSON. */
export const textFunctions: ColumnFunctions = {
  macros: [
    // Each character in lower case, regardless of its neighbours (`lowerText`). The list keeps a statement from repeating the argument,
    // which would double its size with each level of nested calls.
    `create macro odsql.lower(value) as list_transform([value], lambda item: case when strlen(item) = length(item) then lower(item)
      when regexp_matches(item, '[${upper}]') then translate(lower(item), '${upper}', '${lower}') else lower(item) end)[1]`,
    // Most texts do not begin as JSON does, so that few reach JavaScript. The engine's own parser accepts more, such as NaN.
    `create macro odsql.is_json(value) as case when regexp_matches(value, '^[ \\t\\n\\r]*(["\\[{0-9-]|true|false|null)')
      then odsql_is_json(value) else false end`,
    'create macro odsql.unhex(digits) as unhex(digits)',
  ],
  scalars: [
    {
      name: 'odsql_is_json',
      parameterTypes: ['VARCHAR'],
      returnType: 'BOOLEAN',
      call: (text) => typeof text === 'string' && tryParseJson(text) !== undefined && depthOf(text) <= maxDepth,
    },
  ],
};

/** The maximum nesting of a JSON text. Brackets in texts only matter for a text with many. */
function depthOf(json: string): number {
  if (json.length <= maxDepth) return 0;
  let [depth, deepest] = [0, 0];
  for (const [bracket] of json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
