import { Field, ID, InputType } from 'type-graphql';
import type { Permission } from '#api/session/permissions.ts';
import { DateTime } from '#api/types/scalars.ts';
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

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the key only reads: every mutation, and every REST request but GET, is refused. Default: false.',
  })
  isReadOnly?: boolean | null;

  @Field(() => [ID], {
    nullable: true,
    description:
      'The uids of 1 to 100 datasets, each once, to which the key is limited: it acts for its owner on these datasets alone, and sees everything else as a caller without a key. Default: null, for no such limit.',
  })
  datasets?: string[] | null;

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
