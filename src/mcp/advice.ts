import type { ErrorCode } from '#kernel/error-codes.ts';

const queryAdvice =
  'describe_dataset lists the fields; the resource catalog://odsql describes the language of where, select, groupBy and orderBy.';

/** What to call after an error with a code, where its message does not say it to an agent. */
const adviceByCode: Readonly<Partial<Record<ErrorCode, string>>> = {
  REVISION_MISMATCH: 'Call read_configuration again, then plan_change with its revision.',
  PLAN_MISMATCH: 'Call plan_change again, then apply_change with its planId and the same arguments.',
  ODSQL_SYNTAX_ERROR: queryAdvice,
  ODSQL_ERROR: queryAdvice,
  UNAUTHORIZED: 'This needs an API key of the user. Without one, search_catalog and read_records read public data.',
  PERMISSION_DENIED: 'No tool gives a permission: tell the user which one is missing.',
  MCP_READ_ONLY: 'Only read: the server has the setting MCP=read-only.',
};

const published = 'search_catalog finds published datasets; read_configuration reads one that is not published.';
const configured =
  'search_catalog finds the datasetId; read_configuration returns the uids of resources, processors and field configurations.';
const forms = 'read_forms lists the forms that you may submit to.';

/** What to call where a tool found nothing. */
const adviceWhereMissing: Readonly<Record<string, string>> = {
  describe_dataset: published,
  read_records: published,
  aggregate_records: published,
  trace_lineage: published,
  read_forms: forms,
  submit_form: forms,
};

/** Whether a path is that of a type, or of parameters, which `list_types` describes. */
const ofType = /(?:^|\.)(?:type|params(?:\..*)?)$/;

/** Says which tool to call after an error, by the paths of invalid arguments; undefined where the message says all. */
export function adviceAfter(
  code: ErrorCode,
  { tool, paths }: { readonly tool: string; readonly paths: readonly string[] },
): string | undefined {
  if (code === 'NOT_FOUND') return adviceWhereMissing[tool] ?? configured;
  if (paths.some((path) => ofType.test(path))) return 'list_types returns the types with their parameters.';
  return adviceByCode[code];
}
