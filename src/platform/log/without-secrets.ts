const MASK = '***';

const names = String.raw`[\w-]*(?:password|passphrase|secret|token|authorization|cookie|api_?-?key|pushkey|private_?key)`;
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
  // /path?query
  [/(\/[^\s"?\\]*)\?[^\s"\\]+/g, '$1'],
  // apikey=… and its like, outside of a URL
  [/\b([\w-]*(?:api_?-?key|pushkey|password|secret|token)=)[^\s"&\\]+/gi, `$1${MASK}`],
];

/**
 * A log line without API keys, passwords and the query strings of URLs, wherever in the line they stand.
 * It works on the finished line, so that no caller has to think of it; the line stays valid JSON.
 */
export const withoutSecrets = (line: string): string =>
  rules.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
