import { parse } from 'oxigraph';

/** The statements of an RDF file as lines of N-Quads, sorted. A reader that shares no code with the service reads them. */
export const statementsOf = (text: string, mediaType: string): string[] =>
  parse(text, { format: mediaType, base_iri: 'http://relative.invalid/' }).map(String).toSorted();

/** The objects of the statements with a subject and a predicate. */
export const objectsOf = (statements: readonly string[], subject: string, predicate: string): string[] =>
  statements
    .filter((each) => each.startsWith(`<${subject}> <${predicate}> `))
    .map((each) => each.slice(subject.length + predicate.length + 6));
