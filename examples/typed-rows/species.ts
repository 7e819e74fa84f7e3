import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './generated/tada.d.ts';
import { query } from './graph';

const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { SafeInt: number; Date: string; DateTime: string; GeoShape: object; Geometry: object };
}>();

/** Species by gql.tada: the mean height of each. */
export async function heightsOfSpecies() {
  const document = graphql(`
    query Species {
      aggregate(groupBy: [species], orderBy: [{ field: height_m, measure: avg, direction: DESC }], first: 3) {
        groups {
          key {
            species
          }
          count
          height_m {
            avg
          }
        }
      }
    }
  `);
  const { aggregate } = await query(document, {});
  return aggregate?.groups ?? [];
}
