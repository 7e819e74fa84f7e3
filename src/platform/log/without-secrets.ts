const MASK = '***';

// a dot too: the secrets of a datasource are kept by place, `connection.auth.password`
const names = String.raw`(?:[\w.-]*(?:password|passphrase|secret|token|authorization|cookie|api_?-?key|pushkey|private_?key)|[\w.-]*headers\.[^"\\]+)`;
const text = String.raw`"(?:[^"\\]|\\.)*"`;
const quotedText = String.raw`\\"(?:[^"\\]|\\{2}(?:\\"|\\{2}|[^"\\]))*\\"`;

const rules: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  // "password": "…", whatever the depth; also a list of texts or a number
  [new RegExp(String.raw`("${names}"\s*:\s*)(?:${text}|\[(?:${text},?)*\]|\d[\d.eE+-]*)`, 'gi'), `$1"${MASK}"`],
  // the same in a text that is itself JSON
  [new RegExp(String.raw`(\\"${names}\\"\s*:\s*)${quotedText}`, 'gi'), `$1\\"${MASK}\\"`],
  // Authorization: Apikey …
  [/\b(apikey|bearer|basic)(\s+)(?!=)[\w.~+/=-]{6,}/gi, `$1$2${MASK}`],
  // postgres://user:password@host
  [/(\/\/[^\s/"\\:@]*:)[^\s/"\\]*@/g, `$1${MASK}@`],
  // /path?query; looked for from the question mark, for a path of slashes has as many beginnings as characters
  [/(?<=\/[^\s"?\\]*)\?[^\s"\\]+/g, ''],
  // apikey=… and its like, outside of a URL
  [/((?:api_?-?key|pushkey|password|secret|token)=)[^\s"&\\]+/gi, `$1${MASK}`],
  // what PostgreSQL adds to a refusal quotes rows, and what people wrote
  [new RegExp(String.raw`("(?:detail|where)"\s*:\s*)${text}`, 'g'), `$1"${MASK}"`],
  // whoever has its address reads what somebody submitted without a key
  [/(\/forms\/[^\s/"\\]{1,1000}\/(?:submissions|images)\/)[\da-f]{8}-[\da-f-]{27}/gi, `$1${MASK}`],
];

/**
 * A log line without API keys, passwords, rows of the database, addresses that are secrets and the query strings of URLs, wherever in the line they stand.
 * It works on the finished line, so that no caller has to think of it; the line stays valid JSON. A line may be any
 * client's doing, so every rule takes time in proportion to its length.
 */
export const withoutSecrets = (line: string): string =>
  rules.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
