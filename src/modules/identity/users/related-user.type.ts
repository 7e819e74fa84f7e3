import { Field, ObjectType } from 'type-graphql';
import { source } from '#api/reading/declare/source.ts';
import { sqlText } from '#kernel/sql.ts';

@ObjectType({ description: 'A user as other users see them: the username alone.' })
export class RelatedUser {
  @Field(() => String, { description: 'The name that identifies the user.' })
  username!: string;
}

/** Users as other users see them. Every caller who can read an object that refers to a user may see the username. */
export const relatedUsers = source<RelatedUser>({
  type: 'RelatedUser',
  table: 'user_account',
  key: 'username',
  columns: { username: 'username' },
  order: { by: [{ column: 'username', type: 'text' }] },
  visible: () => sqlText('true'),
});
