import { Field, ID, InputType } from 'type-graphql';
import { ConnectionSettingsInput } from './connection-settings.inputs.ts';
import { connectionTypes } from './kinds/connected-kinds.ts';

@InputType({ description: 'A connection to save; `type` determines which other fields are used.' })
export class CreateDatasourceConnectionInput extends ConnectionSettingsInput {
  @Field(() => connectionTypes, { description: 'The kind of datasource that the connection reaches.' })
  type!: string;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: true,
    description: 'Whether other resources may use the connection.',
  })
  isReusable?: boolean | null;
}

@InputType({
  description: 'A change of a saved connection: omitted fields and secrets stay, null clears a field.',
})
export class UpdateDatasourceConnectionInput extends ConnectionSettingsInput {
  @Field(() => ID, { description: "The connection's uid." })
  uid!: string;

  @Field(() => connectionTypes, {
    nullable: true,
    description: 'The current kind; it cannot change.',
  })
  type?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether other resources may use the connection; null means true.',
  })
  isReusable?: boolean | null;
}

@InputType({ description: 'A connection to delete.' })
export class DeleteDatasourceConnectionInput {
  @Field(() => ID, { description: "The connection's uid." })
  uid!: string;
}

@InputType({ description: 'The users and groups to share a connection with, or no longer.' })
export class ShareDatasourceConnectionInput {
  @Field(() => ID, { description: "The connection's uid." })
  uid!: string;

  @Field(() => [String], { nullable: true, description: 'The usernames of existing users.' })
  usernames?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'The uids of the groups.' })
  groupUids?: string[] | null;
}
