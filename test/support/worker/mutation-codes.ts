import type { GraphQLSchema } from 'graphql';
import type { CatalogModule, Precheck } from '#api/catalog-module.ts';
import { commonCodes, declarationOf } from '#api/errors/declares.ts';
import { toCatalogError } from '#api/errors/to-catalog-error.ts';

/** What mutations answered since the last check, although they do not declare it. */
const undeclared = new Set<string>();
/** The codes that each mutation may answer, by its name. */
const codesByMutation = new Map<string, ReadonlySet<string>>();

/** Makes the mutations of a schema note the codes that they answer and do not declare: those of the graph, of REST and of tools. */
export function watchMutations(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { name, resolve, extensions } = field;
    codesByMutation.set(name, new Set([...commonCodes, ...(declarationOf(extensions)?.fails ?? [])]));
    field.resolve = (...args) => noting(name, async () => resolve?.(...args));
  }
  return schema;
}

/** Makes the prechecks of modules note such codes too. */
export const watchPrechecks = (modules: readonly CatalogModule[]): readonly CatalogModule[] =>
  modules.map((module) => ({
    ...module,
    prechecks: Object.fromEntries(
      Object.entries(module.prechecks ?? {}).map(([name, check]): [string, Precheck] => [
        name,
        (...args) => noting(name, () => check(...args)),
      ]),
    ),
  }));

async function noting<T>(mutation: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const code = toCatalogError(error)?.code;
    const declared = codesByMutation.get(mutation);
    if (code !== undefined && declared && !declared.has(code)) undeclared.add(`${mutation} answered ${code}`);
    throw error;
  }
}

/** Fails where a mutation has answered a code that it does not declare. */
export function expectDeclaredCodes(): void {
  if (undeclared.size === 0) return;
  const found = [...undeclared].sort().join(', ');
  undeclared.clear();
  throw new Error(`${found}. Add the code to \`fails\` in @Declares of the mutation, beside its resolver.`);
}
