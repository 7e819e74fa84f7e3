import { expect, test } from '@jest/globals';
import ts from 'typescript';
import { filesBelow, textOf } from './sources.ts';

/** Where the column engine's own functions are defined, which has the schema `odsql` in every case. */
const ofColumnEngine = [
  'src/engine/odsql/column-functions.ts',
  'src/engine/odsql/shape-functions.ts',
  'src/platform/columns/process/sql-text.ts',
];
const files = filesBelow('src').filter((file) => !file.includes('/generated/') && !ofColumnEngine.includes(file));

/** A function or table with the schema that only a catalog with all of them has. */
const named = /(?<![\w."])"?(?:odsql|records|totals|pgboss)"?\."?[a-z_]\w*/;
const isName = new RegExp(
  [
    // a function
    String.raw`${named.source}"?\s*\(`,
    // a table or a type
    String.raw`(?:\b(?:from|join|into|update|table|exists|on|setof|returns|type|perform|call|function|index)\s+|::\s*)${named.source}`,
    // what is resolved from a text
    String.raw`\bto_reg\w+\s*\(\s*'${named.source}`,
  ].join('|'),
  'i',
);
/** A name that continues with a value of the template. */
const isStart = /(?<![\w."])"?(?:odsql|records|totals|pgboss)"?\."?g?$/;

const parse = (file: string, text: string) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);

/** The places where a text of a file names a schema, with the text. */
function namesIn(file: ts.SourceFile): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      const start = isInSql(node) && !ts.isTemplateTail(node) ? isStart : undefined;
      const [name] = isName.exec(node.text) ?? start?.exec(node.text) ?? [];
      if (name !== undefined) found.push(`${file.fileName}: ${name}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Whether a text is a piece of a template that is SQL: it has the tag `sql`, or is an argument of a function for SQL. */
function isInSql(node: ts.Node): boolean {
  for (let around = node.parent; !ts.isSourceFile(around) && !ts.isFunctionLike(around); around = around.parent)
    if (ts.isTaggedTemplateExpression(around) || ts.isCallExpression(around))
      return /^(?:sql|.*\b(?:addSql|sqlText|query))$/.test(
        (ts.isCallExpression(around) ? around.expression : around.tag).getText(),
      );
  return false;
}

test('SQL names the schemas of functions and tables by `odsql`, `totals` and `recordTables`, so that one schema can have them', () => {
  expect(files.flatMap((file) => namesIn(parse(file, textOf(file))))).toEqual([]);
});

test.each([
  'sql`select odsql.fold(${title})`',
  'sqlText(`select * from totals.row_total`)',
  'sql`select change from "totals"."row_total"`',
  'sql`drop table records.g${id}`',
  'sql`select odsql.${name}(title)`',
  "const name = 'odsql.fold(title)'",
  `sql\`select to_regclass('records.g1')\``,
])('the rule finds %s', (text) => {
  expect(namesIn(parse('example.ts', text))).toHaveLength(1);
});

test.each(["failFields({ 'odsql.limit': [] })", '`this.records.length`', "const id = 'records.service'"])(
  'the rule allows %s',
  (text) => {
    expect(namesIn(parse('example.ts', text))).toEqual([]);
  },
);
