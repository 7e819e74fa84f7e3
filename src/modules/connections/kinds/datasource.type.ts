import { Field, ID, InterfaceType, ObjectType } from 'type-graphql';

/** A datasource of any kind. The registry of all kinds adds the field `type` to the graph, because its enum lists the kinds. */
@InterfaceType('Datasource', {
  description: 'Where the bytes of a resource are.',
  resolveType: (value: { __typename: string }) => value.__typename,
})
export abstract class AnyDatasource {
  type!: string;
}

@ObjectType({ description: 'A reference to the connection of a resource.' })
export class ConnectionReference {
  @Field(() => ID, { description: "The connection's uid." })
  uid!: string;
}
