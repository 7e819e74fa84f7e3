import { Field, ID, InputType } from 'type-graphql';
import type { Permission } from '../../../api/session/permissions.ts';
import { DateTime } from '../../../api/types/scalars.ts';
import { PermissionEnum } from '../rights/permission.type.ts';

@InputType({ description: 'An API key to create.' })
export class CreateApiKeyInput {
  @Field(() => String, {
    nullable: true,
    description: 'The name of the owner. Default: the caller. Another user needs `administer`.',
  })
  username?: string | null;

  @Field(() => String, { nullable: true, description: 'A label of at most 200 characters. Default: empty.' })
  label?: string | null;

  @Field(() => [PermissionEnum], {
    nullable: true,
    description:
      'The scopes of the key, each once, within the scopes of the key in use. Default: the scopes of the key in use, or with `administer` all rights of the owner.',
  })
  permissions?: Permission[] | null;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'When the key expires. A key without `administer` cannot create a key that expires later than itself. Default: when the key in use expires, or never.',
  })
  expiresAt?: string | null;
}

@InputType({ description: 'An API key to revoke.' })
export class RevokeApiKeyInput {
  @Field(() => ID, { description: "The key's uid." })
  uid!: string;
}
