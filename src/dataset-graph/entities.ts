import {
  type GraphQLFieldConfig,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLString,
  GraphQLUnionType,
} from 'graphql';

/** The field by which a supergraph identifies records. */
export const recordKey = 'recordId';

/** The types of a subgraph whose definition is the same in the subgraph of every dataset, or in that of the catalog. */
export const isSharedType = (prefix: string, name: string): boolean => !name.startsWith(prefix);

/**
 * How the names of the types and root fields of a dataset begin in a supergraph: by its identifier with `_` for `-` where no other dataset has the same
 * by that, else by its uid. No name of the graph of the catalog has a `_`.
 */
export const prefixOf = ({ uid, datasetId }: { readonly uid: string; readonly datasetId: string }): string =>
  `${/^(?!da-)[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(datasetId) ? datasetId.replaceAll('-', '_') : uid}_`;

const representation = new GraphQLScalarType({
  name: '_Any',
  description: 'An object with `__typename` and a key of an entity.',
});

export const serviceType = new GraphQLObjectType({
  name: '_Service',
  description: 'The graph of the dataset as a subgraph of Apollo Federation.',
  fields: {
    sdl: {
      type: new GraphQLNonNull(GraphQLString),
      description: 'The schema with the directives of Apollo Federation, from which a supergraph is composed.',
    },
  },
});

/** The maximum number of records that `_entities` finds: each is a read. */
export const maxRepresentations = 100;

/** The fields that make a typed graph a subgraph of Apollo Federation. */
export const entityFields = (
  rowType: GraphQLObjectType,
): Readonly<Record<string, GraphQLFieldConfig<unknown, unknown>>> => ({
  _service: {
    type: new GraphQLNonNull(serviceType),
    description: 'The graph of the dataset as a subgraph of Apollo Federation. Reading it counts as introspection.',
  },
  _entities: {
    type: new GraphQLNonNull(
      new GraphQLList(
        new GraphQLUnionType({
          name: '_Entity',
          description: 'An object that other subgraphs of a supergraph refer to by a key.',
          types: [rowType],
        }),
      ),
    ),
    args: {
      representations: {
        type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(representation))),
        description: `The type and the key of each record; at most ${String(maxRepresentations)}.`,
      },
    },
    description:
      'The records that a router asks for, in the order of the representations; null in place of each that does not exist or that the caller may not see. Fails with INVALID_INPUT for a representation without a key, else as `records` does.',
  },
});
