import { Field, ID, ObjectType } from 'type-graphql';
import { DeletionPayload } from '#api/node/deletion-payload.type.ts';
import { Node } from '#api/node/node.type.ts';
import type { Edge } from '#api/reading/page/connection.ts';
import { ConnectionTypeOf, edgeInPayload } from '#api/reading/page/connection.type.ts';
import { DateTime } from '#api/types/scalars.ts';

@ObjectType({
  implements: Node,
  description:
    'The account of a user at a sign-in provider, as administrators and the user see it. Tokens of this account act as the user.',
})
export class ExternalIdentity extends Node {
  @Field(() => ID, { description: 'Identifies the identity.' })
  uid!: string;

  @Field(() => String, { description: 'The claim `sub` of the tokens: what identifies the account at the provider.' })
  subject!: string;

  @Field(() => DateTime, { description: 'When the identity was linked to the user.' })
  createdAt!: string;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the newest token was issued that the service has seen. Null before the first.',
  })
  tokenIssuedAt!: string | null;
}

@ObjectType({ description: 'A page of a list of identities.' })
export class ExternalIdentityConnection extends ConnectionTypeOf(ExternalIdentity, 'ExternalIdentity') {}

@ObjectType({ description: 'An identity after a change.' })
export class ExternalIdentityPayload {
  @Field(() => ExternalIdentity, {
    nullable: true,
    description: 'The identity. Null when it was deleted in the meantime.',
  })
  externalIdentity!: ExternalIdentity | null;

  @Field(() => ExternalIdentityConnection.Edge, edgeInPayload('identities'))
  externalIdentityEdge!: Edge<ExternalIdentity> | null;
}

@ObjectType({ implements: DeletionPayload, description: 'The removed identity.' })
export class UnlinkIdentityPayload extends DeletionPayload {
  @Field(() => ID, { description: 'The uid of the deleted object.' })
  uid!: string;
}
