import { Field, ObjectType } from 'type-graphql';
import type { Permission } from '#api/session/permissions.ts';
import { PermissionEnum } from '../rights/permission.type.ts';

@ObjectType({ description: 'The caller, with the rights that the key in use allows.' })
export class Viewer {
  @Field(() => String, { description: 'The name that identifies the user.' })
  username!: string;

  @Field(() => [PermissionEnum], {
    description:
      'Rights for the whole domain: those of the user and of their groups, within the scopes of the key in use.',
  })
  permissions!: readonly Permission[];
}
