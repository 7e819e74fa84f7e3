import { Field, ID, ObjectType } from 'type-graphql';
import type { Permission } from '#api/session.ts';
import { ForRest } from '#api/for-rest.ts';
import { Node } from '#api/node.type.ts';
import { ChangedObject, ConnectionTypeOf } from '#api/reading/connection.type.ts';
import { DateTime } from '#api/types/scalars.ts';
import { PermissionEnum, type PermissionName, PermissionNameEnum } from './identity.type.ts';

@ObjectType({ description: 'Whether and why a key was revoked.' })
class RevocationStatus {
  @Field(() => DateTime, { nullable: true, description: 'When the key was revoked; null where it is not.' })
  revokedAt!: string | null;

  @Field(() => String, { description: 'Why; may be empty.' })
  revocationReason!: string;
}

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
    description: 'The uids of the datasets that the key is limited to, deleted ones included; null without a limit.',
  })
  datasetUids!: readonly string[] | null;

  @Field(() => DateTime, { description: 'When the key was created.' })
  createdAt!: string;

  @Field(() => DateTime, { nullable: true, description: 'When the key expires. Null for never.' })
  expiresAt!: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the key was revoked. Null for a key that is not revoked.',
  })
  revokedAt!: string | null;

  @Field(() => String, { description: 'Why the key was revoked; may be empty.' })
  revocationReason!: string;

  @ForRest()
  @Field(() => Boolean, { description: 'Whether the key is revoked.' })
  isRevoked!: boolean;

  @ForRest()
  @Field(() => [PermissionNameEnum], {
    nullable: true,
    description: 'The scopes of the key by their names in REST. Null for all rights of its owner.',
  })
  permissionNames!: readonly PermissionName[] | null;

  @ForRest()
  @Field(() => RevocationStatus, { description: 'Whether and why the key was revoked.' })
  revocationStatus!: RevocationStatus;
}

@ObjectType({ description: 'A page of a list of API keys.' })
export class ApiKeyConnection extends ConnectionTypeOf(ApiKey, 'ApiKey') {}

@ObjectType({ description: 'An API key after a change.' })
export class ApiKeyPayload {
  @ChangedObject(
    ApiKeyConnection,
    'keys',
    'The key, without its text. Null when it is deleted, and for a key in use that is limited to datasets.',
  )
  apiKey!: ApiKey | null;
}

@ObjectType({ description: 'A new API key and its text.' })
export class CreateApiKeyPayload extends ApiKeyPayload {
  @Field(() => String, {
    description: "The key's text, for `Authorization: Apikey <text>`; returned only once, stored only as a hash.",
  })
  secret!: string;
}
