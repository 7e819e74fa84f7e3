import { Field, registerEnumType } from 'type-graphql';
import { fail } from '#kernel/fail.ts';
import {
  AnyDatasource,
  connectedKinds,
  type ConnectedDatasource,
  type DatasourceInputBase,
  type InputField,
} from '#connections/index.ts';
import { toDatasourceKind } from './connected-kinds.ts';
import type { DatasourceKind } from './datasource-kind.ts';
import { federatedKind, type FederatedDatasource } from './federated.ts';
import { formKind, type FormDatasource } from './form.ts';
import { uploadedFileKind, type UploadedFileDatasource } from './uploaded-file.ts';

/** A datasource as it is stored: without secrets. */
export type Datasource = ConnectedDatasource | UploadedFileDatasource | FederatedDatasource | FormDatasource;

/** Any kind of datasource. */
export type AnyDatasourceKind = DatasourceKind<Datasource, DatasourceInputBase>;

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
Field(() => datasourceTypes, { description: 'The kind of datasource, which determines the other fields.' })(
  AnyDatasource.prototype,
  'type',
);

/** The fields that the kinds add to the graph's `DatasourceInput`, by name. The description of a field names the kinds that use it. */
export function inputFields(
  kinds: readonly { readonly type: string; readonly inputs: Readonly<Record<string, InputField>> }[],
): ReadonlyMap<string, InputField> {
  const declared = kinds.flatMap(({ type, inputs }) =>
    Object.entries(inputs).map(([name, field]) => ({ kind: type, name, field })),
  );
  return new Map(
    Object.entries(Object.groupBy(declared, ({ name }) => name)).flatMap(([name, group = []]) =>
      group[0] ? [[name, { type: group[0].field.type, description: describeByKind(group) }]] : [],
    ),
  );
}

/** Joins the descriptions that kinds give to one field: "Of `a` and `b`: this; of `c`: that." */
function describeByKind(group: readonly { readonly kind: string; readonly field: InputField }[]): string {
  const kindsOf = Object.groupBy(group, ({ field }) => field.description);
  const parts = Object.entries(kindsOf).map(([description, declared = []]) => {
    const kinds = declared.map(({ kind }) => `\`${kind}\``);
    return `of ${new Intl.ListFormat('en-GB').format(kinds)}: ${description.replace(/\.$/, '')}`;
  });
  const text = parts.join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
