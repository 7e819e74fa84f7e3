import { Field, ID, InputType } from 'type-graphql';
import { ConnectionSettingsInput } from './settings/connection-settings.inputs.ts';
import { connectionTypes } from './kinds/connected-kinds.ts';

@InputType({ description: 'A connection to be saved; `type` decides which of the others count.' })
export class CreateDatasourceConnectionInput extends ConnectionSettingsInput {
  @Field(() => connectionTypes, { description: 'The kind of place that it leads to.' })
  type!: string;

  @Field(() => Boolean, { nullable: true, description: 'Whether resources may come to use it; true by default.' })
  isReusable?: boolean | null;
}

@InputType({
  description: 'A change of a saved connection: what is left out is kept, null clears; secrets left out are kept.',
})
export class UpdateDatasourceConnectionInput extends ConnectionSettingsInput {
  @Field(() => ID, { description: "The connection's uid." })
  uid!: string;

  @Field(() => connectionTypes, {
    nullable: true,
    description: 'The kind that it has: it can neither change nor be cleared.',
  })
  type?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether more resources may come to use it; null makes it true.',
  })
  isReusable?: boolean | null;
}

@InputType({ description: 'A connection to be deleted.' })
export class DeleteDatasourceConnectionInput {
  @Field(() => ID, { description: "The connection's uid." })
  uid!: string;
}

@InputType({ description: 'Who comes to use a connection, or no longer does.' })
export class ShareDatasourceConnectionInput {
  @Field(() => ID, { description: "The connection's uid." })
  uid!: string;

  @Field(() => [String], { nullable: true, description: 'Users by their names.' })
  usernames?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'Groups by their uids.' })
  groups?: string[] | null;
}
