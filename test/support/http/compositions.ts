import { composeServices as composeByApollo } from '@apollo/composition';
import { composeServices as composeByTheGuild } from '@theguild/federation-composition';
import { parse } from 'graphql';

/** A subgraph as a composition reads it. */
interface ComposedSubgraph {
  readonly name: string;
  readonly url: string;
  readonly sdl: string;
}

/** A supergraph, or what is wrong with its subgraphs. */
interface Composed {
  readonly supergraphSdl: string;
  readonly errors: readonly string[];
}

type Compose = (subgraphs: readonly ComposedSubgraph[]) => Composed;

const withDocuments = (subgraphs: readonly ComposedSubgraph[]) =>
  subgraphs.map(({ name, url, sdl }) => ({ name, url, typeDefs: parse(sdl) }));

const composed = (result: {
  readonly supergraphSdl?: string | undefined;
  readonly errors?: readonly Error[] | undefined;
}): Composed => ({
  supergraphSdl: result.supergraphSdl ?? '',
  errors: (result.errors ?? []).map(({ message }) => message),
});

/** The libraries that compose supergraphs: the one of Hive and Cosmo, and the one of Apollo Router and rover. */
export const compositions = {
  theguild: (subgraphs) => composed(composeByTheGuild(withDocuments(subgraphs))),
  apollo: (subgraphs) => composed(composeByApollo(withDocuments(subgraphs))),
} satisfies Record<string, Compose>;
