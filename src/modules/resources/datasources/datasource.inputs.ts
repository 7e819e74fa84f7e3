import { Field, InputType } from 'type-graphql';
import { ConnectionInput } from '#connections/index.ts';
import { datasourceKinds, datasourceTypes, inputFields } from './datasource-kinds.ts';

/** The input of a datasource of any kind. Each kind adds its own fields. */
@InputType({ description: 'Where the bytes of a resource are; `type` determines which other fields are used.' })
export class DatasourceInput {
  @Field(() => datasourceTypes, { description: 'The kind of datasource.' })
  type!: string;

  @Field(() => ConnectionInput, {
    nullable: true,
    description: `The connection through which the bytes are reached; for all kinds but ${datasourceKinds
      .filter(({ hasConnection }) => !hasConnection)
      .map(({ type }) => `\`${type}\``)
      .join(', ')}.`,
  })
  connection?: ConnectionInput | null;
}
for (const [name, { type, description }] of inputFields(datasourceKinds))
  Field(type, { nullable: true, description })(DatasourceInput.prototype, name);
