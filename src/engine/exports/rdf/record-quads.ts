import type { Quad } from '@rdfjs/types';
import { isJsonObject, parseJson, type JsonObject } from '#kernel/json.ts';
import { recordIdKey, type ExportSource } from '../export-format.ts';
import { termsOf } from './record-terms.ts';
import { blankNode, literal, namedNode, quad } from './data-model.ts';
import { dct, rdf, rdfs, xmlNameOf } from './terms.ts';

/** The namespace of the properties of a dataset's fields. */
export const propertiesOf = ({ dataset }: Pick<ExportSource, 'dataset'>): string => `${dataset.address}#`;

/**
 * The graph of a query: first the labels of its properties, then the rows. A record is a subject with the address that it has in the Explore
 * API, and each column is a property; a group of records is a blank node.
 */
export async function* recordQuads(source: ExportSource): AsyncGenerator<readonly Quad[]> {
  const { rows, columns, dataset } = source;
  const properties = columns.map((column) => ({
    column,
    predicate: namedNode(`${propertiesOf(source)}${xmlNameOf(column.name)}`),
  }));
  yield properties.flatMap(({ column, predicate }) => [
    quad(predicate, rdf('type'), rdf('Property')),
    quad(predicate, rdfs('label'), literal(column.label)),
  ]);
  let groupCount = 0;
  const quadsOf = (row: JsonObject): readonly Quad[] => {
    const id = row[recordIdKey];
    const subject =
      typeof id === 'string' ? namedNode(`${dataset.address}/records/${id}`) : blankNode(`group${(groupCount += 1)}`);
    const values = properties.flatMap(({ column, predicate }) =>
      termsOf(column, row[column.name] ?? null).map((object) => quad(subject, predicate, object)),
    );
    return [quad(subject, dct('isPartOf'), namedNode(dataset.address)), ...values];
  };
  for await (const batch of rows)
    yield batch.flatMap((text) => {
      const row = parseJson(text);
      return isJsonObject(row) ? quadsOf(row) : [];
    });
}
