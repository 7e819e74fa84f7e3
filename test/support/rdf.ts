import { readFileSync } from 'node:fs';
import { Parser, Store } from 'n3';
import Validator from 'rdf-validate-shacl';
import { parse } from 'oxigraph';

/** The statements of an RDF file as lines of N-Quads, sorted. A reader that shares no code with the service reads them. */
export const statementsOf = (text: string, mediaType: string): string[] =>
  parse(text, { format: mediaType, base_iri: 'http://relative.invalid/' }).map(String).toSorted();

/** The objects of the statements with a subject and a predicate. */
export const objectsOf = (statements: readonly string[], subject: string, predicate: string): string[] =>
  statements
    .filter((each) => each.startsWith(`<${subject}> <${predicate}> `))
    .map((each) => each.slice(subject.length + predicate.length + 6));

/** What a graph does not conform to in the shapes of a file of `test/fixtures`: the node, the property and the constraint of each violation. */
export async function violationsOf(text: string, mediaType: string, shapes: string): Promise<string[]> {
  const report = await new Validator(
    new Store(new Parser().parse(readFileSync(`test/fixtures/${shapes}`, 'utf8'))),
  ).validate(new Store(new Parser({ format: 'N-Triples' }).parse(triplesOf(text, mediaType))));
  return report.results.map(
    ({ focusNode, path, sourceConstraintComponent }) =>
      `${focusNode.value} ${JSON.stringify(path)} ${sourceConstraintComponent.value}`,
  );
}

const triplesOf = (text: string, mediaType: string): string =>
  statementsOf(text, mediaType)
    .map((each) => `${each} .`)
    .join('\n');
