import type { BlankNode, NamedNode, Quad } from '@rdfjs/types';
import { isJsonObject, parseJson } from '#kernel/json.ts';
import type { ExportSource } from '#engine/exports/export-format.ts';
import { propertiesOf } from '../record-quads.ts';
import { namedNode, quad, type RdfValue } from '../data-model.ts';
import { rdf } from '../terms.ts';
import { RowTerms, tooMany } from './mapped-terms.ts';
import type { ObjectMap, RecordMapping, TriplesMap } from './record-mapping.ts';

/** A batch is complete when it has this number of quads, or when its terms have this number of characters. */
const batchSize = 1_000;
const batchLength = 2 ** 20;
/** The maximum number of quads that a mapping may make from one row, and of the characters of their terms. */
const maxQuadsOfRow = 100_000;
const maxLengthOfRow = 64 * 2 ** 20;

/** Makes the graph of a mapping from the rows of a query, in batches. The quads that a triples map makes for one subject follow each other. */
export async function* mappedQuads(
  source: Pick<ExportSource, 'rows' | 'columns' | 'dataset'>,
  mapping: RecordMapping,
): AsyncGenerator<readonly Quad[]> {
  const columns = new Map(source.columns.map((column) => [column.name, column]));
  let rowCount = 0;
  let batch: Quad[] = [];
  let length = 0;
  for await (const rows of source.rows) {
    for (const text of rows) {
      const row = parseJson(text);
      if (!isJsonObject(row)) continue;
      const terms = new RowTerms(row, columns, propertiesOf(source), (rowCount += 1));
      for (const each of quadsOfRow(mapping, terms)) {
        batch.push(each);
        length += lengthOf(each);
        if (batch.length < batchSize && length < batchLength) continue;
        yield batch;
        batch = [];
        length = 0;
      }
    }
    yield batch;
    batch = [];
    length = 0;
  }
}

const lengthOf = ({ subject, predicate, object }: Quad): number =>
  subject.value.length + predicate.value.length + object.value.length;

function* quadsOfRow({ triplesMaps }: RecordMapping, terms: RowTerms): Generator<Quad> {
  const subjectsOf = subjectsByMap(triplesMaps, terms);
  let count = 0;
  let length = 0;
  for (const map of triplesMaps)
    for (const subject of subjectsOf(map.name))
      for (const each of quadsOfSubject(subject, map, terms, subjectsOf)) {
        if ((count += 1) > maxQuadsOfRow) tooMany('statements');
        if ((length += lengthOf(each)) > maxLengthOfRow) tooMany('characters');
        yield each;
      }
}

type Subject = NamedNode | BlankNode;
type SubjectsOf = (triplesMap: string) => readonly Subject[];

/** Returns a function for the subjects that a triples map makes from the row. They are made when they are first needed, and then kept. */
function subjectsByMap(triplesMaps: readonly TriplesMap[], terms: RowTerms): SubjectsOf {
  const maps = new Map(triplesMaps.map((map) => [map.name, map]));
  const found = new Map<string, readonly Subject[]>();
  return (name) => {
    const known = found.get(name);
    if (known) return known;
    const subjects = (maps.get(name)?.subjects ?? []).flatMap((map) => terms.nodesOf(map));
    found.set(name, subjects);
    return subjects;
  };
}

function* quadsOfSubject(
  subject: Subject,
  { classes, predicateObjectMaps }: TriplesMap,
  terms: RowTerms,
  subjectsOf: SubjectsOf,
): Generator<Quad> {
  const objectsOf = (map: ObjectMap): readonly RdfValue[] =>
    map.from === 'subject' ? subjectsOf(map.triplesMap) : terms.termsOf(map);
  for (const each of classes) yield quad(subject, rdf('type'), namedNode(each));
  for (const { predicates, objects } of predicateObjectMaps)
    for (const predicate of predicates.flatMap((map) => terms.nodesOf(map)))
      if (predicate.termType === 'NamedNode')
        for (const object of objects) for (const term of objectsOf(object)) yield quad(subject, predicate, term);
}
