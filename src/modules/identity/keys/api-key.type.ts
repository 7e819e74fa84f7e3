import { Field, ID, ObjectType } from 'type-graphql';
import { Node } from '#api/node/node.type.ts';
import type { Permission } from '#api/session/permissions.ts';
import type { Edge } from '#api/reading/page/connection.ts';
import { ConnectionTypeOf, edgeInPayload } from '#api/reading/page/connection.type.ts';
import { DateTime } from '#api/types/scalars.ts';
import { PermissionEnum } from '../rights/permission.type.ts';

@ObjectType({
  implements: Node,
  description: 'An API key without its text, as its owner and administrators see it.',
})
export class ApiKey extends Node {
  @Field(() => ID, { description: 'Identifies the key; not a secret.' })
  uid!: string;

  @Field(() => String, { description: 'The label; may be empty.' })
  label!: string;

  @Field(() => [PermissionEnum], {
    nullable: true,
    description: 'The scopes of the key. Null for all rights of its owner.',
  })
  permissions!: readonly Permission[] | null;

  @Field(() => Boolean, { description: 'Whether the key only reads.' })
  isReadOnly!: boolean;

  @Field(() => [ID], {
    nullable: true,
    description:
      'The uids of the datasets that the key is limited to, including deleted ones. Null for a key that is not limited to datasets.',
  })
  datasets!: readonly string[] | null;

  @Field(() => DateTime, { description: 'When the key was created.' })
  createdAt!: string;

  @Field(() => DateTime, { nullable: true, description: 'When the key expires. Null for never.' })
  expiresAt!: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the key was revoked. Null for a key that is not revoked.',
  })
  revokedAt!: string | null;
}

@ObjectType({ description: 'A page of a list of API keys.' })
export class ApiKeyConnection extends ConnectionTypeOf(ApiKey, 'ApiKey') {}

@ObjectType({ description: 'An API key after a change.' })
export class ApiKeyPayload {
  @Field(() => ApiKey, {
    nullable: true,
    description:
      'The key, without its text. Null when it was deleted in the meantime, and for a key in use that is limited to datasets.',
  })
  apiKey!: ApiKey | null;

  @Field(() => ApiKeyConnection.Edge, edgeInPayload('keys'))
  apiKeyEdge!: Edge<ApiKey> | null;
}

@ObjectType({ description: 'A new API key and its text.' })
export class CreateApiKeyPayload extends ApiKeyPayload {
  @Field(() => String, {
    description: "The key's text, for `Authorization: Apikey <text>`. It is returned only once; only a hash is stored.",
  })
  secret!: string;
}
