import { graphql } from './generated/codegen';
import { query } from './graph';

/** Trees by GraphQL Code Generator: the highest of a species. */
export async function highTrees(species: string) {
  const document = graphql(`
    query HighTrees($filter: RecordFilter) {
      records(filter: $filter, orderBy: [{ field: height_m, direction: DESC }], first: 3) {
        totalCount
        nodes {
          tree_id
          address
          planted
          height_m
        }
      }
    }
  `);
  const { records } = await query(document, { filter: { species: { eq: species } } });
  return records;
}
