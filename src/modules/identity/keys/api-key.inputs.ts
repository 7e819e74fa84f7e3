import { Field, ID, InputType } from 'type-graphql';
import type { Permission } from '../../../api/permissions.ts';
import { DateTime } from '../../../api/types/scalars.ts';
import { PermissionEnum } from '../rights/permission.type.ts';

@InputType({ description: 'An API key to be made.' })
export class CreateApiKeyInput {
  @Field(() => String, {
    nullable: true,
    description: 'Whom it speaks for; yourself by default, anybody else with `administer`.',
  })
  username?: string | null;

  @Field(() => String, { nullable: true, description: 'What to call it, at most 200 characters; empty by default.' })
  label?: string | null;

  @Field(() => [PermissionEnum], {
    nullable: true,
    description:
      'The most that it allows, each once, within what the key in use allows; by default all that the key in use allows, and with `administer` all that the user may do.',
  })
  permissions?: Permission[] | null;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'When it stops working, not after the key in use unless that has `administer`; by default when the key in use does, or never.',
  })
  expiresAt?: string | null;
}

@InputType({ description: 'An API key to be revoked.' })
export class RevokeApiKeyInput {
  @Field(() => ID, { description: "The key's uid." })
  uid!: string;
}
