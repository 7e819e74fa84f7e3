import { Directive, Field, InputType, registerEnumType } from 'type-graphql';
import { NarrowedForClients, RequiredOfClients } from '#api/for-rest.ts';
import { fail } from '#kernel/fail.ts';
import { toCamelCase } from '#kernel/text.ts';
import {
  AnyDatasource,
  type ConnectedDatasource,
  type ConnectedKind,
  connectedKinds,
  ConnectionAccess,
  ConnectionInput,
  connectionInputOf,
  type DatasourceInputBase,
  type InputField,
  parseConnection,
  type StoredDatasource,
  urlProblem,
} from '#connections/index.ts';
import type { DatasourceKind } from './datasource-kind.ts';
import { type FederatedDatasource, federatedKind } from './federated.ts';
import { type FormDatasource, formKind } from './form.ts';
import { type UploadedFileDatasource, uploadedFileKind } from './uploaded-file.ts';
import { checkBefore } from '#kernel/check-all.ts';
import { joinUrlBelow } from '#platform/datasources/provider-requests.ts';
import { openThroughCache } from '../resource-cache.ts';

/** Replaces an invalid connection URL while a datasource is checked, so that one error reports its other fields as well. */
const placeholderUrl = 'https://host.invalid/';

/** The uid of the connection of a stored datasource; undefined without one. */
export const connectionUidOf = (datasource: StoredDatasource | null): string | undefined =>
  datasource && hasConnection(datasource) ? datasource.connection.uid : undefined;

const hasConnection = (
  datasource: StoredDatasource,
): datasource is StoredDatasource & { readonly connection: { readonly uid: string } } => 'connection' in datasource;

/** Converts the declaration of a kind that needs a connection. The bytes that its datasources yield are cached for the resource. */
export const toDatasourceKind = <Stored extends StoredDatasource, Input extends DatasourceInputBase>(
  kind: ConnectedKind<Stored, Input>,
): DatasourceKind<Stored, Input> => ({
  type: kind.type,
  label: kind.label,
  description: kind.description,
  objectType: kind.objectType,
  inputs: kind.inputs,
  hasConnection: true,
  displayName: (datasource, connectionUrl) => kind.displayName(datasource, connectionUrl),
  identity: (datasource) => kind.identity(datasource),
  async parse(ctx, input, { datasetUid, current, secrets }) {
    const parse = (uid: string, baseUrl: string) => kind.parse(input, { connection: { uid }, baseUrl, secrets });
    const url = input.connection?.url ?? '';
    const isUsable = joinUrlBelow(url, '') !== undefined && urlProblem(url) === undefined;
    const parsedConnection = await checkBefore(
      () => parseConnection(ctx, input.connection, { datasetUid, kind, currentUid: connectionUidOf(current) }),
      () => parse('', isUsable ? url : placeholderUrl),
    );
    const { uid, settings } = parsedConnection.connection;
    return { connection: parsedConnection, datasource: parse(uid, settings.url ?? '') };
  },
  async openStream(app, datasource, { connection, secrets, resourceUid, isSample }, signal) {
    const access = new ConnectionAccess(
      connection ?? fail('SOURCE_FAILED', { reason: 'its connection was deleted. Choose another connection.' }),
      kind.type,
      app.config.allowServerCredentials,
    );
    const readable = kind.toReadable(datasource, { connection: access, secrets, isSample });
    return openThroughCache(app, resourceUid, readable, signal);
  },
});

/** A datasource as it is stored: without secrets. */
export type Datasource = ConnectedDatasource | UploadedFileDatasource | FederatedDatasource | FormDatasource;

/** Any kind of datasource. */
type AnyDatasourceKind = DatasourceKind<Datasource, DatasourceInputBase>;

/** Every kind of datasource: those of the catalog itself, and those that are reached through a connection. */
export const datasourceKinds: readonly AnyDatasourceKind[] = Object.freeze([
  uploadedFileKind,
  federatedKind,
  formKind,
  ...connectedKinds.map(toDatasourceKind),
]);

/** The kind of a datasource. Fails SOURCE_FAILED when there is no such kind. */
export const datasourceKindOf = (type: string): AnyDatasourceKind =>
  datasourceKinds.find((kind) => kind.type === type) ??
  fail('SOURCE_FAILED', { reason: `datasources of the kind ${type} are not supported. Choose another kind.` });

/** The graph's type of a datasource of each kind. */
export const datasourceTypeNames: Readonly<Record<string, string>> = Object.freeze(
  Object.fromEntries(datasourceKinds.map(({ type, objectType }) => [type, objectType.name])),
);

/** The kinds of datasources, as the graph's enum. */
export const datasourceTypes: Readonly<Record<string, string>> = Object.freeze(
  Object.fromEntries(datasourceKinds.map(({ type }) => [type, type])),
);
registerEnumType(datasourceTypes, {
  name: 'DatasourceType',
  description: 'Where the bytes of a resource are.',
  valuesConfig: Object.fromEntries(datasourceKinds.map(({ type, description }) => [type, { description }])),
});
Field(() => datasourceTypes, { description: 'The kind of datasource.' })(AnyDatasource.prototype, 'type');

/** The input of a datasource in the graph: the fields of one kind, under the name of the kind. */
@Directive('@oneOf')
@InputType({ description: 'Where the bytes of a resource are: exactly one of these.' })
export class DatasourceInput {
  readonly [member: string]: object | null | undefined;
}

/** The member of `DatasourceInput` for a kind: `amazon_s3` → `amazonS3`. */
export const memberOf = (type: string): string => toCamelCase(type);

/** The member of `DatasourceInput` for each kind. */
export const datasourceMembers: Readonly<Record<string, string>> = Object.freeze(
  Object.fromEntries(datasourceKinds.map(({ type }) => [type, memberOf(type)])),
);

/** Declares the graph's input of a kind, which has the fields of that kind alone. */
function declareInput({ type, description, objectType, inputs, hasConnection }: AnyDatasourceKind): void {
  class KindInput {
    // the fields are declared below
    [name: string]: unknown;
  }
  InputType(`${objectType.name}Input`, { description })(KindInput);
  const connection: InputField = {
    type: () => ConnectionInput,
    isRequired: true,
    description: 'The connection through which the bytes are reached.',
  };
  const fields: Readonly<Record<string, InputField>> = { ...(hasConnection && { connection }), ...inputs };
  for (const [name, { type: fieldType, description: text, isRequired = false }] of Object.entries(fields)) {
    Field(fieldType, { nullable: true, description: text })(KindInput.prototype, name);
    if (isRequired) RequiredOfClients()(KindInput.prototype, name);
  }
  if (hasConnection) NarrowedForClients(connectionInputOf(type))(KindInput.prototype, 'connection');
  Field(() => KindInput, { nullable: true, description })(DatasourceInput.prototype, memberOf(type));
}

for (const kind of datasourceKinds) declareInput(kind);

/** The kind and the fields of an input, of which the graph has checked that it has one member. */
export function givenDatasource(input: DatasourceInput | null | undefined): DatasourceInputBase | null | undefined {
  if (!input) return input;
  const kind = datasourceKinds.find(({ type }) => input[memberOf(type)] != null) ?? fail('INTERNAL_ERROR');
  return { ...input[memberOf(kind.type)], type: kind.type };
}
