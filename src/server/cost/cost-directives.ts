import {
  DirectiveLocation,
  GraphQLBoolean,
  GraphQLDirective,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
} from 'graphql';

const names = new GraphQLList(new GraphQLNonNull(GraphQLString));

/** The directive `@cost` of the GraphQL cost specification. */
export const costDirective = new GraphQLDirective({
  name: 'cost',
  description:
    'What each object of a type costs, or each value of a field, in points. Default: 1 for objects, 0 for all other values. A field precedes its type.',
  locations: [
    DirectiveLocation.ARGUMENT_DEFINITION,
    DirectiveLocation.ENUM,
    DirectiveLocation.FIELD_DEFINITION,
    DirectiveLocation.INPUT_FIELD_DEFINITION,
    DirectiveLocation.OBJECT,
    DirectiveLocation.SCALAR,
  ],
  args: { weight: { type: new GraphQLNonNull(GraphQLString), description: 'A decimal number.' } },
});

/** The directive `@listSize` of the GraphQL cost specification. */
export const listSizeDirective = new GraphQLDirective({
  name: 'listSize',
  description: 'How many items a list may have, for the cost of what is selected in it.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    assumedSize: { type: GraphQLInt, description: 'The size where no slicing argument has a value.' },
    slicingArguments: {
      type: names,
      description:
        'The arguments that limit the number of items; of several, the largest counts, and of a list its length. A dot leads into an input object.',
    },
    sizedFields: {
      type: names,
      description: 'The lists of the returned object that have this size. Without them, the field itself is the list.',
    },
    requireOneSlicingArgument: {
      type: GraphQLBoolean,
      defaultValue: true,
      description: 'Whether a query must give exactly one slicing argument.',
    },
  },
});
