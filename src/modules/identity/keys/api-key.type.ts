import { Field, ID, ObjectType } from 'type-graphql';
import { Node } from '../../../api/node/node.type.ts';
import type { Permission } from '../../../api/permissions.ts';
import { ConnectionOf } from '../../../api/reading/connection.type.ts';
import { DateTime } from '../../../api/types/scalars.ts';
import { PermissionEnum } from '../rights/permission.type.ts';

@ObjectType({
  implements: Node,
  description: 'A key that speaks for a user, without its text, as its owner and administrators see it.',
})
export class ApiKey extends Node {
  @Field(() => ID, { description: 'Identifies the key; not a secret.' })
  uid!: string;

  @Field(() => String, { description: 'What the owner calls it; may be empty.' })
  label!: string;

  @Field(() => [PermissionEnum], {
    nullable: true,
    description: 'The most that the key allows; null for all that its owner may do.',
  })
  permissions!: readonly Permission[] | null;

  @Field(() => DateTime, { description: 'When it was made.' })
  createdAt!: string;

  @Field(() => DateTime, { nullable: true, description: 'When it stops working; null for never.' })
  expiresAt!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was revoked; null while it is not.' })
  revokedAt!: string | null;
}

@ObjectType({ description: 'A page of a list of API keys.' })
export class ApiKeyConnection extends ConnectionOf(ApiKey, 'ApiKey') {}

@ObjectType({ description: 'An API key after a change.' })
export class ApiKeyPayload {
  @Field(() => ApiKey, { nullable: true, description: 'The key, without its text; null when it is gone meanwhile.' })
  apiKey!: ApiKey | null;
}

@ObjectType({ description: 'A new API key and its text.' })
export class CreateApiKeyPayload extends ApiKeyPayload {
  @Field(() => String, {
    description: "The key's text, for `Authorization: Apikey <text>`. It is told this once; only a hash is stored.",
  })
  secret!: string;
}
