import { isInterfaceType, isObjectType } from 'graphql';
import { fromNodeId } from '../../kernel/ids.ts';
import { isJsonObject } from '../../kernel/json.ts';
import { sql, sqlAnd, sqlJoin, sqlName, sqlText, type SqlParameter } from '../../kernel/sql.ts';
import type { ArgumentValues, Compilation, RowType } from './compilation.ts';
import { decline } from './declined.ts';
import type { Mend } from './mend.ts';
import { asObject, type Asked, type FieldNodes, type Selected } from './select-fields.ts';
import { selectObject } from './select-object.ts';

const named = ({ id }: ArgumentValues) => fromNodeId(String(id));

/** The object that an identifier names. Every type has its branch; the one that the identifier tells is taken. */
export function selectNode(c: Compilation, { field, nodes }: Asked): Selected {
  const type = c.parameter(field, nodes[0], (args) => named(args)?.type);
  const key = c.parameter(field, nodes[0], (args) => named(args)?.key);
  const found = rowTypesOf(c).map((each) => ({ name: each.name, ...selectOfType(c, each, key, nodes) }));
  const value = sql`case ${type}::text ${sqlJoin(
    found.map((each) => sql`when ${sqlText(`'${each.name}'`)} then ${each.value}`),
    ' ',
  )} end`;
  const mends = new Map(found.flatMap(({ name, mend }) => (mend ? [[name, mend] as const] : [])));
  return mends.size === 0
    ? { value }
    : { value: sql`json_build_object('type', ${type}::text, 'value', ${value})`, mend: mendByType(mends) };
}

/** The types that have an identifier. */
const rowTypesOf = ({ reading: { schema }, declarations: { sources } }: Compilation): RowType[] =>
  [...sources.keys()].map((name) => schema.getType(name)).filter((type) => isObjectType(type) || isInterfaceType(type));

function selectOfType(c: Compilation, type: RowType, key: SqlParameter, nodes: FieldNodes): Selected {
  const source = c.declarations.sources.get(type.name) ?? decline(type.name);
  const alias = c.alias();
  const where = sqlAnd(sql`${alias}.${sqlName(source.key)} = ${key}::text`, source.visible(c.session, alias));
  return asObject(
    selectObject(c, source, type, nodes, alias),
    sql`from ${sqlName(source.table)} ${alias} where ${where}`,
  );
}

/** Completes the object by the type that the statement tells beside it, and leaves only the object. */
const mendByType =
  (mends: ReadonlyMap<unknown, NonNullable<Mend>>): Mend =>
  (found, run) => {
    if (!isJsonObject(found)) return found;
    const mend = mends.get(found['type']);
    return mend ? mend(found['value'], run) : found['value'];
  };
