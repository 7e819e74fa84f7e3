import { Field, ID, InputType } from 'type-graphql';
import { ConnectionSettingsInput } from './connection-settings.inputs.ts';
import type { ConnectionType } from './connection-settings.ts';
import { connectionKinds } from './connection.type.ts';

@InputType({ description: 'A connection to be saved; `type` decides which of the others count.' })
export class CreateDatasourceConnectionInput extends ConnectionSettingsInput {
  @Field(() => connectionKinds, { description: 'The kind of place that it leads to.' })
  type!: ConnectionType;

  @Field(() => Boolean, { nullable: true, description: 'Whether resources may come to use it; true by default.' })
  isReusable?: boolean | null;
}

@InputType({
  description: 'A change of a saved connection: what is left out is kept, null clears; secrets left out are kept.',
})
export class UpdateDatasourceConnectionInput extends ConnectionSettingsInput {
  @Field(() => ID, { description: "The connection's uid." })
  uid!: string;

  @Field(() => connectionKinds, {
    nullable: true,
    description: 'The kind that it has: it can neither change nor be cleared.',
  })
  type?: ConnectionType | null;

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
