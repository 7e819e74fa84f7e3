import { isInterfaceType, isObjectType } from 'graphql';
import { fromNodeId } from '../../kernel/ids.ts';
import { isJsonObject } from '../../kernel/json.ts';
import { sql, sqlAnd, sqlJoin, sqlName, sqlText, type SqlParameter } from '../../kernel/sql.ts';
import type { ArgumentValues, PlanBuilder, RowType } from './plan-builder.ts';
import { unsupported } from './unsupported.ts';
import type { Finalize } from './finalize.ts';
import { asObject, type RequestedField, type FieldNodes, type SelectedValue } from './select-fields.ts';
import { selectObject } from './select-object.ts';

const named = ({ id }: ArgumentValues) => fromNodeId(String(id));

/** The object that an identifier names. Every type has its branch; the one that the identifier tells is taken. */
export function selectNode(builder: PlanBuilder, { field, nodes }: RequestedField): SelectedValue {
  const type = builder.parameter(field, nodes[0], (args) => named(args)?.type);
  const key = builder.parameter(field, nodes[0], (args) => named(args)?.key);
  const found = rowTypesOf(builder).map((each) => ({ name: each.name, ...selectOfType(builder, each, key, nodes) }));
  const value = sql`case ${type}::text ${sqlJoin(
    found.map((each) => sql`when ${sqlText(`'${each.name}'`)} then ${each.value}`),
    ' ',
  )} end`;
  const finalizers = new Map(found.flatMap(({ name, finalize }) => (finalize ? [[name, finalize] as const] : [])));
  return finalizers.size === 0
    ? { value }
    : { value: sql`json_build_object('type', ${type}::text, 'value', ${value})`, finalize: finalizeByType(finalizers) };
}

/** The types that have an identifier. */
const rowTypesOf = ({ context: { schema }, declarations: { sources } }: PlanBuilder): RowType[] =>
  [...sources.keys()].map((name) => schema.getType(name)).filter((type) => isObjectType(type) || isInterfaceType(type));

function selectOfType(builder: PlanBuilder, type: RowType, key: SqlParameter, nodes: FieldNodes): SelectedValue {
  const source = builder.declarations.sources.get(type.name) ?? unsupported(type.name);
  const alias = builder.alias();
  const where = sqlAnd(sql`${alias}.${sqlName(source.key)} = ${key}::text`, source.visible(builder.session, alias));
  return asObject(
    selectObject(builder, source, type, nodes, alias),
    sql`from ${sqlName(source.table)} ${alias} where ${where}`,
  );
}

/** Completes the object by the type that the statement tells beside it, and leaves only the object. */
const finalizeByType =
  (finalizers: ReadonlyMap<unknown, NonNullable<Finalize>>): Finalize =>
  (found, run) => {
    if (!isJsonObject(found)) return found;
    const finalize = finalizers.get(found['type']);
    return finalize ? finalize(found['value'], run) : found['value'];
  };
