import { isInterfaceType, isObjectType } from 'graphql';
import { fromNodeId } from '#kernel/ids.ts';
import { sql, sqlAnd, sqlJoin, sqlName, sqlText, type Sql, type SqlParameter } from '#kernel/sql.ts';
import { entityKeys, parseRepresentations, type EntityKey } from '#api/node/entities.ts';
import { checkNodeIds } from '#api/node/node-ids.ts';
import type { TypeSource } from '#api/reading/declare/type-source.ts';
import type { ArgumentValues, PlanBuilder } from '../builder/plan-builder.ts';
import { unsupported } from '../builder/unsupported.ts';
import { asObject, type FieldNodes, type RequestedField, type SelectedValue } from './select-list.ts';
import { selectObject } from './select-object.ts';

/** Selects the object that an identifier names. */
export function selectNode(builder: PlanBuilder, { field, nodes }: RequestedField): SelectedValue {
  const named = ({ id }: ArgumentValues) => fromNodeId(String(id));
  const type = builder.addParameter(field, nodes[0], (args) => named(args)?.type);
  const key = builder.addParameter(field, nodes[0], (args) => named(args)?.key);
  return { value: selectByNodeId(builder, sql`${type}::text`, sql`${key}::text`, nodes) };
}

/** Selects the objects that identifiers name, in the order of the identifiers. */
export function selectNodes(builder: PlanBuilder, { field, nodes }: RequestedField): SelectedValue {
  const named = ({ ids }: ArgumentValues) =>
    checkNodeIds(Array.isArray(ids) ? ids.map(String) : []).map((id) => fromNodeId(id));
  const types = builder.addParameter(field, nodes[0], (args) => named(args).map((name) => name?.type ?? null));
  const keys = builder.addParameter(field, nodes[0], (args) => named(args).map((name) => name?.key ?? null));
  return selectEach({ kinds: types, keys }, (kind, key) => selectByNodeId(builder, kind, key, nodes));
}

/** Selects the objects that the representations of a supergraph name, in their order. */
export function selectEntities(builder: PlanBuilder, { field, nodes }: RequestedField): SelectedValue {
  const { sources } = builder.declarations;
  const named = ({ representations }: ArgumentValues) => parseRepresentations(sources, representations);
  const kinds = builder.addParameter(field, nodes[0], (args) => named(args).map(nameOfKey));
  const keys = builder.addParameter(field, nodes[0], (args) => named(args).map(({ value }) => value));
  return selectEach({ kinds, keys }, (kind, key) =>
    selectByKind(
      kind,
      entityKeys(sources).map((entityKey) => [
        nameOfKey(entityKey),
        selectByKey(builder, entityKey.source, { column: entityKey.column, key }, nodes),
      ]),
    ),
  );
}

/** The name of a key in a statement: its type and its field. Neither comes from a client. */
const nameOfKey = ({ source, field }: EntityKey): string => `${source.type}.${field}`;

/** Selects a list with the object of each pair of a kind and a key, in their order. */
function selectEach(
  { kinds, keys }: { readonly kinds: SqlParameter; readonly keys: SqlParameter },
  select: (kind: Sql, key: Sql) => Sql,
): SelectedValue {
  const pairs = sql`unnest(${kinds}::text[], ${keys}::text[]) with ordinality named(kind, key, at)`;
  return { value: sql`array(select ${select(sql`named.kind`, sql`named.key`)} from ${pairs} order by named.at)` };
}

/** Selects the object with a type and a key: a branch for every type that has an identifier. */
const selectByNodeId = (builder: PlanBuilder, type: Sql, key: Sql, nodes: FieldNodes): Sql =>
  selectByKind(
    type,
    [...builder.declarations.sources.values()].map((source) => [
      source.type,
      selectByKey(builder, source, { column: source.key, key }, nodes),
    ]),
  );

/** The value of the branch that a kind names; null where there is none. */
const selectByKind = (kind: Sql, branches: readonly (readonly [kind: string, value: Sql])[]): Sql =>
  sql`case ${kind} ${sqlJoin(
    branches.map(([name, value]) => sql`when ${sqlText(`'${name}'`)} then ${value}`),
    ' ',
  )} end`;

/** Selects the row of a source whose column has the value of a key, if the caller may see it. */
function selectByKey(
  builder: PlanBuilder,
  source: TypeSource,
  { column, key }: { readonly column: string; readonly key: Sql },
  nodes: FieldNodes,
): Sql {
  const type = builder.context.schema.getType(source.type);
  if (!isObjectType(type) && !isInterfaceType(type)) return unsupported(source.type);
  const alias = builder.createAlias();
  const where = sqlAnd(sql`${alias}.${sqlName(column)} = ${key}`, source.visible(builder.session, alias));
  return asObject(
    selectObject(builder, { source, alias }, type, nodes),
    sql`from ${sqlName(source.table)} ${alias} where ${where}`,
  ).value;
}
