import { Field, ObjectType } from 'type-graphql';
import type { Permission } from '../../../api/permissions.ts';
import { PermissionEnum } from '../rights/permission.type.ts';

@ObjectType({ description: 'Whoever asks, as the key in use shows them.' })
export class Viewer {
  @Field(() => String, { description: 'The name that identifies the user.' })
  username!: string;

  @Field(() => [PermissionEnum], {
    description: "Rights for the whole domain: the user's and their groups', within what the key in use allows.",
  })
  permissions!: readonly Permission[];
}
