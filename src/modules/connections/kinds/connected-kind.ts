import type { Field } from 'type-graphql';
import type { Json } from '#kernel/json.ts';
import type { ReadableDatasource } from '#platform/datasources/datasource-client.ts';
import type { AuthType, ConnectionSettings, SecretCollector, StoredAuth, StoredSecrets } from '../stored-secrets.ts';
import type { ConnectionAccess } from '../connection-access.ts';
import type { ConnectionInput, GivenSettings } from '../connection-settings.inputs.ts';

/** A datasource as it is stored and as the graph returns it: without secrets. */
export interface StoredDatasource {
  readonly type: string;
}

/** The fields that a datasource input of every kind has. */
export interface DatasourceInputBase {
  readonly type: string;
  readonly connection?: ConnectionInput | null;
}

/** A field of the graph's input of a kind. */
export interface InputField {
  readonly type: NonNullable<Parameters<typeof Field>[0]>;
  readonly description: string;
  /** Whether clients must send the field. */
  readonly isRequired?: boolean;
}

/** What every kind of datasource declares. */
export interface DatasourceDeclaration<Stored extends StoredDatasource, Input extends DatasourceInputBase> {
  /** The name of the kind, in stored datasources, in the graph and in REST bodies. */
  readonly type: Stored['type'];
  /** The name that people see. */
  readonly label: string;
  /** The description of this kind in the graph's enum `DatasourceType`. */
  readonly description: string;
  /** The graph's type of a stored datasource. */
  readonly objectType: { readonly name: string };
  /** The fields of the graph's input of this kind, besides the connection. */
  readonly inputs: { readonly [Name in Exclude<keyof Input, 'type' | 'connection'>]-?: InputField };
  /** The address or name shown to people; undefined where the title of the resource is more useful. */
  displayName(datasource: Stored, connectionUrl: string | null): string | undefined;
  /** The address of the bytes within the connection, without secrets. It is equal for two datasources that read the same bytes. */
  identity(datasource: Stored | Input): Json;
}

/** What is needed to parse an input with a connection. */
export interface ConnectedParseContext {
  readonly connection: { readonly uid: string };
  /** The address of the connection; empty for kinds whose connections have no address. */
  readonly baseUrl: string;
  /** Collects the secrets of the input. */
  readonly secrets: SecretCollector;
}

/** What is needed to read a datasource, in addition to the datasource. */
export interface DatasourceAccess {
  readonly connection: ConnectionAccess;
  /** The decrypted secrets of its resource. */
  readonly secrets: StoredSecrets;
  /** Whether only some rows are read, for a preview or a guess. */
  readonly isSample: boolean;
}

/** What a test of a connection reads. */
export interface ProbedAddress {
  readonly relativeUrl: string | null;
  readonly url: string | null;
}

/** How a connection is tested: by opening a datasource that an address names, or by a client that reads no datasource. */
export type ConnectionProbe<Input> =
  | { readonly datasource: (address: ProbedAddress) => Input }
  | { readonly open: (connection: ConnectionAccess) => ReadableDatasource };

/** What is needed to parse the settings of a connection. */
export interface ConnectionParseContext {
  /** The prefix of field names in errors: `connection.`, or empty. */
  readonly path: string;
  /** Collects the secrets of the input. */
  readonly secrets: SecretCollector;
  /** Parses the authentication; its secrets are sent only to `origin`, if given, else to each datasource's address. */
  readonly auth: (origin?: string) => StoredAuth | null;
}

/** The connections of one kind of datasource. */
export interface ConnectionDeclaration {
  /** The description of this kind in the graph's enum `DatasourceConnectionType`. */
  readonly description: string;
  /** The graph's type of the connection. */
  readonly objectType: { readonly name: string };
  /** The fields of the graph's inputs of its connections, besides the authentication. */
  readonly inputs: { readonly [Name in Exclude<keyof GivenSettings, 'auth'>]?: InputField };
  /** The supported authentication types. */
  readonly auth: { readonly types: readonly AuthType[]; readonly isOptional: boolean };
  /** Validates the settings of an input. Fails INVALID_INPUT. */
  parse(input: GivenSettings, context: ConnectionParseContext): ConnectionSettings;
}

/**
 * The declaration of a kind of datasource outside the catalog, which is reached through a connection. Enums, inputs, validation, REST
 * bodies and reading are derived from it.
 */
export interface ConnectedKind<
  Stored extends StoredDatasource,
  Input extends DatasourceInputBase,
> extends DatasourceDeclaration<Stored, Input> {
  readonly connection: ConnectionDeclaration;
  readonly probe: ConnectionProbe<Input>;
  /** Validates an input. Fails INVALID_INPUT. */
  parse(input: Input, context: ConnectedParseContext): Stored;
  /** Combines the client of the kind with the settings that it reads, including secrets. Fails SOURCE_FAILED when a secret is missing. */
  toReadable(datasource: Stored, access: DatasourceAccess): ReadableDatasource;
}
