import { Field, ID, ObjectType } from 'type-graphql';
import { unreachableIdDescription } from '#api/node.type.ts';
import { ConnectionTypeOf } from '#api/reading/connection.type.ts';
import { JsonMap } from '#api/types/scalars.ts';
import type { JsonText } from '#kernel/json.ts';

@ObjectType('Record', { description: 'A published record of a dataset.' })
export class ExploredRecord {
  @Field(() => ID, { description: unreachableIdDescription })
  id!: string;

  @Field(() => ID, {
    description:
      'Identifies the record in its dataset: 40 hexadecimal digits. It stays the same while the values of the fields annotated `id` stay the same or, without such fields, while all values do.',
  })
  recordId!: string;

  @Field(() => JsonMap, {
    description:
      'The selected values by name; null for a missing value. Without `select`, `recordSchema` describes the values.',
  })
  values!: JsonText;
}

@ObjectType({ description: 'A page of records.' })
export class RecordConnection extends ConnectionTypeOf(ExploredRecord, 'Record') {}
