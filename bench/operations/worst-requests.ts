import type { Call } from '../servers/server.ts';
import { graph } from './operation.ts';

/** A request with as many root fields as one document may have; `more` is one of them. */
const widest = (field: (at: number) => string, more = ''): Call =>
  graph(
    `{ ${more} ${Array.from({ length: more === '' ? 20 : 19 }, (_, at) => `f${String(at)}: ${field(at)}`).join(' ')} }`,
    {},
  );

const offset = (at: number): string => `offset: ${String(at * 10)}`;

/** The costliest requests that a caller without a key may send. */
export const worstRequests: readonly { readonly title: string; readonly call: Call }[] = [
  {
    title: '20 lists of 1,000 with their metadata',
    call: widest((at) => `catalog(first: 1000, ${offset(at)}) { totalCount nodes { uid title description metadata } }`),
  },
  {
    title: '20 lists of 250, each with lists of 20',
    call: widest(
      (at) => `catalog(first: 250, ${offset(at)}) { nodes { metadata attachments { totalCount nodes { uid } } } }`,
    ),
  },
  {
    title: '20 searches with facets',
    call: widest(
      (at) => `catalog(query: "air ${String.fromCharCode(97 + at)}", first: 100) {
        totalCount edges { node { title metadata } highlights { path text } }
        facets(facets: [{ field: "keyword", limit: 1000 }]) { name values { value count } } }`,
    ),
  },
  {
    title: '19 lists of 1,000 by resolvers',
    call: widest((at) => `catalog(first: 1000, ${offset(at)}) { totalCount nodes { uid title metadata } }`),
  },
];
