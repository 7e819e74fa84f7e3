import { graph } from '../operations/operation.ts';
import { ask } from '../servers/server.ts';
import type { Contenders } from './contender.ts';
import { pick, pickEach, type ExploreFacts } from './exploration.ts';

const offsets = Array.from({ length: 20 }, (_, at) => at * 499);

/** Looks up what the requests are made of: identifiers of records, and places in their order by time. */
export async function factsOfRecords(
  { catalograph, postgraphile }: Contenders,
  { uid, sample }: Pick<ExploreFacts, 'uid' | 'sample'>,
): Promise<ExploreFacts> {
  const found = await ask(
    catalograph,
    graph(
      'query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { records(first: 500, offset: 2000, select: ["reading"]) { nodes { recordId values } } } }',
      { uid },
    ),
  );
  const records = pickEach(pick(found, 'data', 'catalogDataset', 'records', 'nodes')).map((node) => ({
    reading: Number(pick(node, 'values', 'reading')),
    recordId: String(pick(node, 'recordId')),
  }));

  const places = [];
  for (const offset of offsets) {
    const one = await ask(
      catalograph,
      graph(
        `query ($uid: ID!, $offset: Int!) { catalogDataset(by: { uid: $uid }) {
          records(first: 1, offset: $offset, orderBy: [{ field: "taken", direction: DESC }]) { edges { cursor node { values } } }
        } }`,
        { uid, offset },
      ),
    );
    const other = await ask(
      postgraphile,
      graph(
        'query ($offset: Int!) { allReadings(first: 1, offset: $offset, orderBy: [TAKEN_DESC, READING_ASC]) { pageInfo { endCursor } } }',
        { offset },
      ),
    );
    const edge = pick(one, 'data', 'catalogDataset', 'records', 'edges', 0);
    places.push({
      catalograph: String(pick(edge, 'cursor')),
      postgraphile: String(pick(other, 'data', 'allReadings', 'pageInfo', 'endCursor')),
      taken: String(pick(edge, 'node', 'values', 'taken')),
      reading: Number(pick(edge, 'node', 'values', 'reading')),
    });
  }
  return { uid, sample, records, places };
}
