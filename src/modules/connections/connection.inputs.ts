import { Directive, Field, ID, InputType } from 'type-graphql';
import { ForRest, InheritsForRest, NarrowedInput, RequiredOfClients } from '#api/for-rest.ts';
import { fail, failFields, requiredMessage } from '#kernel/fail.ts';
import { toCamelCase } from '#kernel/text.ts';
import {
  authMembers,
  ConnectionAuthInput,
  ConnectionFieldsInput,
  givenAuth,
  type GivenSettings,
} from './connection-settings.inputs.ts';
import { type AnyConnectedKind, connectedKindOf, connectedKinds, connectionTypes } from './kinds/connected-kinds.ts';
import type { InputField } from './kinds/connected-kind.ts';

/** The input of settings in the graph: the fields of one kind, under the name of the kind. */
@Directive('@oneOf')
@InputType({ description: 'How a datasource is reached: exactly one of these.' })
class ConnectionSettingsInput {
  readonly [member: string]: ConnectionFieldsInput | null | undefined;
}

/** The fields of a kind's connections. */
const fieldsOf = ({
  connection: {
    inputs,
    auth: { types, isOptional },
  },
}: AnyConnectedKind): Readonly<Record<string, InputField>> => {
  const members = types.map((type) => `\`${authMembers[type]}\``);
  const auth: InputField = {
    type: () => ConnectionAuthInput,
    isRequired: !isOptional,
    description: `How the catalog authenticates: ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(members)}.`,
  };
  return { ...inputs, ...(types.length > 0 && { auth }) };
};

/** Declares the graph's input of the settings of a kind, which has the fields of that kind alone. */
function declareInput(kind: AnyConnectedKind): void {
  const {
    type,
    connection: { objectType, description },
  } = kind;
  class KindInput {
    // the fields are declared below
    [name: string]: unknown;
  }
  InputType(`${objectType.name}Input`, { description })(KindInput);
  for (const [name, { type: fieldType, description: text, isRequired = false }] of Object.entries(fieldsOf(kind))) {
    Field(fieldType, { nullable: true, description: text })(KindInput.prototype, name);
    if (isRequired) RequiredOfClients()(KindInput.prototype, name);
  }
  Field(() => KindInput, { nullable: true, description })(ConnectionSettingsInput.prototype, toCamelCase(type));
}

for (const kind of connectedKinds) declareInput(kind);

/** The input of a connection of a resource that clients see, by the kind of the datasource: `HttpConnectionInput`. */
export function connectionInputOf(type: string): NarrowedInput {
  const kind = connectedKindOf(type);
  const { objectType, description } = kind.connection;
  const fields = Object.entries(fieldsOf(kind)).map(([name, field]) => [name, field.description] as const);
  return new NarrowedInput(
    `${objectType.name.replace(/Settings$/, '')}Input`,
    `${description} A saved connection by its uid, or an inline one by the other fields.`,
    {
      uid: 'The uid of a saved connection that you may use, or of a connection of the dataset; the other fields are then ignored.',
      ...Object.fromEntries(fields),
    },
  );
}

@InheritsForRest('url', 'headers', 'auth', 'connectionString')
@InputType({ description: 'A connection to save.' })
export class CreateDatasourceConnectionInput extends ConnectionFieldsInput {
  @RequiredOfClients()
  @Field(() => ConnectionSettingsInput, { nullable: true, description: 'How the datasource is reached.' })
  settings?: ConnectionSettingsInput | null;

  @ForRest()
  @Field(() => connectionTypes, { nullable: true, description: 'The kind of datasource that the connection reaches.' })
  type?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: true,
    description: 'Whether other resources may use the connection.',
  })
  isReusable?: boolean | null;
}

@InheritsForRest('url', 'headers', 'auth', 'connectionString')
@InputType({
  description: 'A change of a saved connection: omitted fields and secrets stay.',
})
export class UpdateDatasourceConnectionInput extends ConnectionFieldsInput {
  @Field(() => ID, { description: "The connection's uid." })
  uid!: string;

  @Field(() => ConnectionSettingsInput, {
    nullable: true,
    description:
      'The settings that replace the current ones, except for secrets that are omitted or null; of the same kind. Omitted or null keeps them.',
  })
  settings?: ConnectionSettingsInput | null;

  @ForRest()
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

@InputType({ description: 'A saved connection to test.' })
export class TestDatasourceConnectionInput {
  @Field(() => ID, { description: "The connection's uid." })
  uid!: string;

  @Field(() => String, {
    nullable: true,
    description: 'For a web server, what is read below the address of the connection. Default: that address.',
  })
  relativeUrl?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'For an object store, whose connections have no address: that of an object. Required for these kinds.',
  })
  url?: string | null;
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

/** The settings that an input gives, and where it has them. */
interface GivenConnection {
  readonly kind: AnyConnectedKind;
  readonly settings: GivenSettings;
  /** The field that names the kind. */
  readonly kindField: string;
  /** The prefix of the names of the settings in errors. */
  readonly path: string;
}

/**
 * The settings of an input: those of clients are under the member of their kind, those of the REST API next to `type`. Undefined where there are
 * none. Fails INVALID_INPUT where `type` is null.
 */
export function givenConnection(
  input: CreateDatasourceConnectionInput | UpdateDatasourceConnectionInput,
): GivenConnection | undefined {
  const { settings: ofKind, type } = input;
  if (ofKind) {
    const kind = connectedKinds.find((known) => ofKind[toCamelCase(known.type)]) ?? fail('INTERNAL_ERROR');
    const kindField = `settings.${toCamelCase(kind.type)}`;
    return { kind, settings: settingsIn(ofKind[toCamelCase(kind.type)] ?? {}), kindField, path: `${kindField}.` };
  }
  if (type === undefined) return undefined;
  if (type === null) return failFields({ type: [requiredMessage] });
  return { kind: connectedKindOf(type), settings: settingsIn(input), kindField: 'type', path: '' };
}

const settingsIn = ({ url, headers, auth, connectionString }: ConnectionFieldsInput): GivenSettings => ({
  url: url ?? null,
  headers: headers ?? null,
  auth: givenAuth(auth),
  connectionString: connectionString ?? null,
});
