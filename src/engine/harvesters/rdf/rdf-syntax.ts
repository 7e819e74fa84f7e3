/** A syntax of RDF that is read. N-Triples, N-Quads and TriG are read as Turtle is. */
export type RdfSyntax = 'turtle' | 'rdf-xml' | 'json-ld';

const syntaxesByType: ReadonlyMap<string, RdfSyntax> = new Map([
  ['text/turtle', 'turtle'],
  ['application/turtle', 'turtle'],
  ['application/x-turtle', 'turtle'],
  ['application/n-triples', 'turtle'],
  ['application/n-quads', 'turtle'],
  ['application/trig', 'turtle'],
  ['text/n3', 'turtle'],
  ['application/rdf+xml', 'rdf-xml'],
  ['application/ld+json', 'json-ld'],
]);

/** What a catalog is asked for: every syntax, those first that are read fastest. */
export const acceptedRdf =
  'text/turtle, application/n-triples;q=0.9, application/rdf+xml;q=0.8, application/ld+json;q=0.7, */*;q=0.1';

/**
 * The syntax of a document: by its beginning where that leaves no doubt, because many servers name a type that is too general or wrong, else by
 * its type. `page` for HTML; undefined for anything else.
 */
export function detectSyntax(beginning: string, mimetype: string | null): RdfSyntax | 'page' | undefined {
  const text = withoutComments(beginning.replace(/^\uFEFF/, '').trimStart());
  if (/^<(?:!doctype\s+html|html|head|body)\b/i.test(text)) return 'page';
  if (/^<(?:\?xml\b|!doctype\b|[\w.-]+:[\w.-]+[\s>/]|rdf\b)/i.test(text) && !/^<[^>\s]*:\/\//.test(text))
    return /<(?:\?xml[^>]*>\s*)?html[\s>]/i.test(text.slice(0, 500)) ? 'page' : 'rdf-xml';
  if (text.startsWith('{')) return mimetype === 'application/trig' ? 'turtle' : 'json-ld';
  if (text.startsWith('[') && /^\[\s*[{\]]/.test(text)) return 'json-ld';
  const named = syntaxesByType.get(mimetype ?? '');
  if (named !== undefined) return named;
  return /^(?:@?prefix\b|@?base\b|<[^<>"{}|^`\\\s]*>\s|_:|[\w.-]*:[\w.-]+\s|\[)/i.test(text) ? 'turtle' : undefined;
}

/** A text without the comments of Turtle or XML before its first statement. */
function withoutComments(text: string): string {
  let rest = text;
  for (;;) {
    const comment = /^(?:#[^\n]*(?:\n|$)|<!--[^]*?-->)\s*/.exec(rest)?.[0];
    if (comment === undefined) return rest;
    rest = rest.slice(comment.length);
  }
}
