import { getArgumentValues, getNamedType, isLeafType, isObjectType, type FieldNode, type GraphQLField, type GraphQLObjectType } from 'graphql';
import { sql, sqlAnd, sqlJoin, sqlName, sqlText, type Sql } from '../../kernel/sql.ts';
import type { Computed } from '../reading/computed.ts';
import { visibleThrough } from '../reading/load.ts';
import type { Relation } from '../reading/relation.ts';
import { columnOf, type Source } from '../reading/source.ts';
import { collectFields, selectionsOf } from './collect-fields.ts';
import type { Compilation } from './compilation.ts';
import { decline } from './declined.ts';
import { mendAll, mendBelow, type Mend } from './mend.ts';
import { selectConnection } from './select-connection.ts';
import { selectEmbedded } from './select-embedded.ts';
import { shapeValue } from './shape-value.ts';

/** A select list, and what completes the objects that it makes. */
export interface Selected {
  readonly list: Sql;
  readonly mend: Mend;
}

/** One entry of it. */
interface Entry {
  readonly columns: readonly Sql[];
  readonly mend?: Mend;
}

/** A field as it is asked for: under which key, by which nodes, with which definition. */
interface Asked {
  readonly key: string;
  readonly nodes: readonly [FieldNode, ...FieldNode[]];
  readonly field: GraphQLField<unknown, unknown>;
}

/** The select list of a row of a source under an alias: what the nodes ask of its type. */
export function selectObject(c: Compilation, from: Source, type: GraphQLObjectType, nodes: readonly FieldNode[], alias: Sql): Selected {
  const entries = [...collectFields(c.reading, type, selectionsOf(nodes))].map(([key, [node, ...others]]): Entry => {
    if (!node || node.name.value === '__typename') return { columns: [as(sqlText(`'${type.name}'::text`), key)] };
    return selectField(c, from, alias, { key, nodes: [node, ...others], field: c.fieldOf(type, node) });
  });
  return { list: sqlJoin(entries.flatMap(({ columns }) => columns), ', '), mend: mendAll(entries.map(({ mend }) => mend)) };
}

function selectField(c: Compilation, from: Source, alias: Sql, asked: Asked): Entry {
  const { field, key } = asked;
  const relation = from.relations.get(field.name);
  if (relation) return selectRelation(c, relation, alias, asked);
  const computed = from.computed.get(field.name);
  if (computed) return selectComputed(c, from, computed, alias, asked);
  const column = from.columns[field.name];
  if (column === undefined) return decline(`${from.type}.${field.name}`);
  const value = columnOf(column, alias, c.session);
  const type = getNamedType(field.type);
  if (isLeafType(type)) return { columns: [as(value, key)] };
  if (isObjectType(type)) return { columns: [as(selectEmbedded(c, field.type, type, asked.nodes, value), key)] };
  return { columns: [as(value, key)], mend: (object) => { object[key] = shapeValue(c.reading, field.type, asked.nodes, object[key]); } };
}

function selectRelation(c: Compilation, relation: Relation, parent: Sql, asked: Asked): Entry {
  const { key, nodes: [node], field } = asked;
  const { to, on: [fromColumn, toColumn], finds } = relation;
  const alias = c.alias();
  const where = sqlAnd(
    sql`${alias}.${sqlName(toColumn)} = ${parent}.${sqlName(fromColumn)}`,
    finds === 'named' ? sql`${alias}.${sqlName(relation.namedBy)} = ${c.parameter(field, node, ({ uid }) => uid)}::text` : undefined,
    visibleThrough(relation, c.session, alias));
  const type = c.objectTypeOf(field);
  if (finds === 'page') {
    const { value, mend } = selectConnection(c, { source: to, order: relation.order, alias, where, type, field, nodes: asked.nodes });
    return { columns: [as(value, key)], mend: mendBelow(key, mend) };
  }
  const { list, mend } = selectObject(c, to, type, asked.nodes, alias);
  return {
    columns: [as(sql`(select row_to_json(z) from (select ${list} from ${sqlName(to.table)} ${alias} where ${where}) z)`, key)],
    mend: mendBelow(key, mend),
  };
}

/** What a computed field needs comes beside a placeholder, and goes when the value is worked out. */
function selectComputed(c: Compilation, from: Source, { needs, value }: Computed, alias: Sql, { key, nodes, field }: Asked): Entry {
  const hidden = `$${key}`;
  const needed = needs.map((name) => as(columnOf(from.columns[name] ?? decline(`${from.type}.${name}`), alias, c.session), name));
  return {
    columns: [as(sqlText('null::text'), key), as(sql`(select row_to_json(z) from (select ${sqlJoin(needed, ', ')}) z)`, hidden)],
    mend: (object, variables) => {
      object[key] = shapeValue(c.reading, field.type, nodes, value(Object(object[hidden]), getArgumentValues(field, nodes[0], variables)));
      Reflect.deleteProperty(object, hidden);
    },
  };
}

const as = (value: Sql, name: string): Sql => sql`${value} as ${sqlName(name)}`;
