import { Field, ObjectType } from 'type-graphql';
import { source } from '../../../api/reading/source.ts';
import { sqlText } from '../../../kernel/sql.ts';

@ObjectType({ description: 'A user as others see them: by username and nothing else.' })
export class RelatedUser {
  @Field(() => String, { description: 'The name that identifies the user.' })
  username!: string;
}

/** Users as others see them. Whoever is led to one may see the name. */
export const relatedUsers = source<RelatedUser>({
  type: 'RelatedUser',
  table: 'user_account',
  key: 'username',
  columns: { username: 'username' },
  order: { by: [{ column: 'username', type: 'text' }] },
  visible: () => sqlText('true'),
});
