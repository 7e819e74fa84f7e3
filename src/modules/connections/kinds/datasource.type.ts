import { Field, ID, InterfaceType, ObjectType } from 'type-graphql';

/** The registry of all kinds adds the field `type`, because the enum lists them. */
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
