const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|[()]|\s+|[^\s()'"]+/g;
const clause = /^(?:from|where|group|order|limit|union|cross|left)$/;

/** Formats SQL: each clause of a query begins a line, indented by the depth of its subquery. */
export function breakClauses(text: string): string {
  const tokens = text.match(token) ?? [];
  /** For each open parenthesis, whether it encloses a query. */
  const enclosesQuery: boolean[] = [];
  const lineBreak = () => `\n${'  '.repeat(enclosesQuery.filter(Boolean).length)}`;
  return tokens
    .map((part, index) => {
      const next = tokens[index + 1] ?? '';
      if (part === '(') {
        const isQuery = /^(?:select|with)$/.test(next);
        enclosesQuery.push(isQuery);
        return isQuery ? `(${lineBreak()}` : part;
      }
      if (part === ')') enclosesQuery.pop();
      if (!/^\s/.test(part)) return part;
      return clause.test(next) && enclosesQuery.at(-1) !== false ? lineBreak() : ' ';
    })
    .join('');
}
