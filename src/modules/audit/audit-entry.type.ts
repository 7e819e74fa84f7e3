import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { auditedTypes, type AuditedType } from '#api/record-change.ts';
import { Node } from '#api/node.type.ts';
import { ConnectionTypeOf } from '#api/reading/connection.type.ts';
import { DateTime } from '#api/types/scalars.ts';

/** The GraphQL enum `AuditedType`. */
export const AuditedTypeEnum = Object.freeze(Object.fromEntries(auditedTypes.map((type) => [type, type])));

registerEnumType(AuditedTypeEnum, {
  name: 'AuditedType',
  description: 'The type of an object whose changes the audit log records.',
  valuesConfig: Object.fromEntries(auditedTypes.map((type) => [type, { description: `The type \`${type}\`.` }])),
});

@ObjectType({
  implements: Node,
  description:
    'A change that no version of a dataset records. It stays for AUDIT_RETENTION_DAYS, whatever is deleted meanwhile.',
})
export class AuditEntry extends Node {
  @Field(() => ID, { description: 'Identifies the entry.' })
  uid!: string;

  @Field(() => DateTime, { description: 'When the change was made.' })
  occurredAt!: string;

  @Field(() => String, { nullable: true, description: 'Who made the change. Null for a change of the service itself.' })
  username!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: "The uid of the API key; null for a change of the service itself, and with a provider's token.",
  })
  keyUid!: string | null;

  @Field(() => String, {
    description:
      "The name of the mutation; `provisionUser`, `provisionGroups` and `provisionProfile` for changes by a provider's token.",
  })
  action!: string;

  @Field(() => AuditedTypeEnum, { description: 'The type of the changed object.' })
  objectType!: AuditedType;

  @Field(() => ID, {
    description: 'The uid, username or slug of the object; empty for the settings of the portal.',
  })
  objectKey!: string;

  @Field(() => [String], {
    description: 'The names of the fields that the input has, given or by default, without their values.',
  })
  fields!: readonly string[];

  @Field(() => String, {
    nullable: true,
    description: 'The IP address of the client, as TRUST_PROXY determines it; null outside of requests.',
  })
  clientAddress!: string | null;

  @Field(() => String, { description: 'The trace id of the request, as in its header X-Trace-Id and in the log.' })
  traceId!: string;
}

@ObjectType({ description: 'A page of the audit log.' })
export class AuditEntryConnection extends ConnectionTypeOf(AuditEntry, 'AuditEntry') {}
