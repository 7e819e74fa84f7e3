import { expect, test } from '@jest/globals';
import ts from 'typescript';
import { filesBelow, textOf } from './sources.ts';

// a thread has its modules to itself
const sources = filesBelow('src').filter((file) => !/\/(generated|migrations)\/|-worker\.ts$/.test(file));

/** Caches whose entries follow from their key alone, so that sharing them is harmless, and the names by which components find their page. */
const allowed = [
  'src/dataset-graph/read-records.ts: narrowRecords',
  'src/engine/geo/coordinate-systems.ts: transformations',
  'src/engine/geo/systems/find-definition.ts: projectedSystems',
  'src/portal-page/admin/admin-context.ts: AdminContext',
  'src/portal-page/page-context.ts: PageContext',
  'src/portal-page/records/cell-content.ts: monthFormats',
  'src/portal-page/records/cell-content.ts: numberFormats',
];

const parse = (file: string, text: string) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
const files = sources.map((file) => parse(file, textOf(file)));

test('no module keeps mutable state, so that applications in one process share nothing', () => {
  const factories = new Set(files.flatMap(statefulFactories));
  expect(factories).toContain('createSemaphore');
  expect(files.flatMap((file) => moduleState(file, factories))).toEqual(allowed);
});

test.each([
  'let count = 0;',
  'export const found = [];',
  'const cache = new Map<string, string>();',
  'const limit = createSemaphore(2);',
  'export const limits = { sources: createSemaphore(2) };',
])('the rule finds %s', (text) => {
  expect(moduleState(parse('example.ts', text), new Set(['createSemaphore']))).toHaveLength(1);
});

/** The names of functions that return a closure over a variable or a collection of theirs. */
function statefulFactories(file: ts.SourceFile): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    const name = nameOfFunction(node);
    const { body } = node as { body?: ts.Node };
    if (name !== undefined && body && ts.isBlock(body)) {
      const keepsState = body.statements.some(
        (statement) => ts.isVariableStatement(statement) && declaresState(statement),
      );
      const returnsClosure = body.statements.some(
        (statement) => ts.isReturnStatement(statement) && containsFunction(statement),
      );
      if (keepsState && returnsClosure) names.push(name);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
}

function nameOfFunction(node: ts.Node): string | undefined {
  if (ts.isFunctionDeclaration(node)) return node.name?.text;
  const isNamed =
    ts.isArrowFunction(node) && ts.isVariableDeclaration(node.parent) && ts.isIdentifier(node.parent.name);
  return isNamed ? node.parent.name.getText() : undefined;
}

const containsFunction = (node: ts.Node): boolean =>
  ts.isFunctionLike(node) || (ts.forEachChild(node, (child) => containsFunction(child) || undefined) ?? false);

const declaresState = ({ declarationList: { flags, declarations } }: ts.VariableStatement): boolean =>
  (flags & ts.NodeFlags.Let) !== 0 || declarations.some(({ initializer }) => initializer && isEmptyStore(initializer));

/** An empty collection, which only makes sense when it is filled later. Entries of weak ones go with their keys. */
const isEmptyStore = (node: ts.Expression): boolean =>
  (ts.isArrayLiteralExpression(node) && node.elements.length === 0) ||
  (ts.isObjectLiteralExpression(node) && node.properties.length === 0) ||
  (ts.isNewExpression(node) &&
    (node.expression.getText().endsWith('Cache') ||
      (/^(Map|Set)$/.test(node.expression.getText()) && !node.arguments?.length)));

/** The variables at the top of a file that hold mutable state. */
const moduleState = (file: ts.SourceFile, factories: ReadonlySet<string>): string[] =>
  file.statements.filter(ts.isVariableStatement).flatMap((statement) => {
    const { flags, declarations } = statement.declarationList;
    const isLet = (flags & ts.NodeFlags.Let) !== 0;
    return declarations
      .filter(
        ({ initializer }) =>
          isLet || (initializer && (isEmptyStore(initializer) || callsFactory(initializer, factories))),
      )
      .map(({ name }) => `${file.fileName}: ${name.getText()}`);
  });

const callsFactory = (node: ts.Node, factories: ReadonlySet<string>): boolean => {
  if (ts.isFunctionLike(node)) return false;
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && factories.has(node.expression.text)) return true;
  return ts.forEachChild(node, (child) => callsFactory(child, factories) || undefined) ?? false;
};
