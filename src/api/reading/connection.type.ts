import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType('PageInfo', { description: 'The position of a page in its list.' })
export class PageInfoType {
  @Field(() => Boolean, { description: 'Whether more items follow.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'Whether the page starts after the first item.' })
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: 'Cursor of the first item; null on an empty page.' })
  startCursor!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Cursor of the last item, for `after`; null on an empty page.',
  })
  endCursor!: string | null;
}

/**
 * The GraphQL type of a page of nodes, of an object type or an interface: `class ProcessorConnection extends ConnectionTypeOf(Processor,
 * 'Processor') {}` under an `@ObjectType`. `ProcessorConnection.Edge` is the type of its items, for the payloads of mutations.
 */
export function ConnectionTypeOf<T extends object>(Node: abstract new () => T, name: string) {
  @ObjectType(`${name}Edge`, { description: `One ${name} of a list, with its position.` })
  class Edge {
    @Field(() => String, { description: "The item's position." })
    cursor!: string;

    @Field(() => Node, { description: 'The item.' })
    node!: T;
  }

  @ObjectType(`${name}Connection`, { description: `A page of a list of ${name}.` })
  class ConnectionType {
    static readonly Node = Node;
    static readonly Edge = Edge;

    @Field(() => [Node], { description: 'The items.' })
    nodes!: T[];

    @Field(() => [Edge], { description: 'The items, with cursors.' })
    edges!: Edge[];

    @Field(() => PageInfoType, { description: 'Where the page is.' })
    pageInfo!: PageInfoType;

    @Field(() => Int, { description: 'How many items the list has.' })
    totalCount!: number;
  }
  return ConnectionType;
}

/** Declares two fields of a payload: the changed object, and under the name with `Edge` the object as an item of a list. */
export const ChangedObject =
  ({ Node, Edge }: Pick<ReturnType<typeof ConnectionTypeOf>, 'Node' | 'Edge'>, list: string, description: string) =>
  (prototype: object, field: string): void => {
    Field(() => Node, { nullable: true, description })(prototype, field);
    Field(() => Edge, edgeInPayload(list))(prototype, `${field}Edge`);
  };

/** The options of a payload's field with the object that a mutation created or changed, as an item of a list: `glossaryTerms`. */
export const edgeInPayload = (list: string) => ({
  nullable: true,
  description: `The object in the list \`${list}\`, for client caches; null with the object.`,
});
