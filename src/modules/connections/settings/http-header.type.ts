import { Field, ObjectType } from 'type-graphql';
import type { StoredHeader } from './connection-settings.ts';

@ObjectType({ description: 'A header sent to a datasource.' })
export class HttpHeader implements StoredHeader {
  @Field(() => String, { description: 'The name of the header.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The value; null where the value is a secret: in `authorization`, `cookie`, and headers with `key` or `token` in the name.',
  })
  value!: string | null;
}
