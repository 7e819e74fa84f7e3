import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { requireCaller, requireWritable, type Session } from '#api/session.ts';
import { CatalogError, fail } from '#kernel/fail.ts';
import { describeFailure, fingerprintOf, fitAnswer, readCursor } from './answer.ts';
import type { McpCaller, McpServices, Tool } from './tool.ts';
import { tools } from './tools.ts';
import { isJsonObject, type JsonObject, parseJson } from '#kernel/json.ts';

/** Whether a caller may call a tool: one that changes something needs a key that may, and the setting. */
export function isAllowed(tool: Tool, session: Session, access: McpServices['access']): boolean {
  return !tool.isMutation || (access === 'read-write' && session.username !== undefined && !session.isReadOnly);
}

/** Describes a tool in the list of tools. */
export function describeTool({ name, title, description, arguments: schema, output, ...tool }: Tool): ListedTool {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  return {
    name,
    title,
    description,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(Object.entries(properties).filter(isSchema)),
      required,
      additionalProperties: false,
    },
    outputSchema: { type: 'object', properties: { ...output, page } },
    annotations: {
      readOnlyHint: !tool.isMutation,
      destructiveHint: tool.isDestructive,
      idempotentHint: tool.isIdempotent,
      openWorldHint: tool.isOpenWorld,
    },
  };
}

/** The member of an answer that says where its rest is. */
const page = { type: 'object' };

/** Whether a JSON Schema is an object, as that of every argument is, and neither true nor false. */
const isSchema = <Name, Schema>(property: [Name, Schema]): property is [Name, Schema & object] =>
  typeof property[1] === 'object';

/** Calls a tool on behalf of the caller. A failure is a result with an error of the table; undefined for an unknown tool. */
export async function callTool(
  name: string,
  given: Readonly<Record<string, unknown>>,
  services: McpServices,
  caller: McpCaller,
): Promise<CallToolResult | undefined> {
  const tool = tools.find((each) => each.name === name);
  if (!tool) return undefined;
  try {
    const text = await run(tool, given, services, caller);
    // numbers keep the digits of the text
    return { content: [{ type: 'text', text }], structuredContent: asObject(parseJson(text)) };
  } catch (error) {
    caller.ctx.record.hasErrors = true;
    const { failure, extensions } = caller.failureOf(toInvalidInput(error));
    const text = describeFailure(failure, extensions, tool);
    return { isError: true, content: [{ type: 'text', text }] };
  }
}

/** An answer as an object, which it always is. */
const asObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

async function run(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  { graph, access }: McpServices,
  { ctx, signal }: McpCaller,
): Promise<string> {
  if (tool.isMutation) requireChanges(ctx.session, access);
  const fingerprint = fingerprintOf(tool.name, given);
  const from = readCursor(given['cursor'], fingerprint);
  const answer = await tool.run(given, {
    execute: (operation, variables) => graph.execute(operation, variables, ctx),
    start: Math.max(from.item, 0),
    signal,
  });
  return fitAnswer({ answer, from, fingerprint });
}

/** Fails MCP_READ_ONLY, UNAUTHORIZED or READ_ONLY_KEY where the caller may change nothing. */
function requireChanges(session: Session, access: McpServices['access']): void {
  if (access === 'read-only') fail('MCP_READ_ONLY');
  requireCaller(session);
  requireWritable(session);
}

/** The error of invalid arguments as INVALID_INPUT, with the path of each; any other error unchanged. */
function toInvalidInput(error: unknown): unknown {
  if (!(error instanceof z.ZodError)) return error;
  const problems = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [[...issue.path, key].join('.'), 'There is no such argument.'] as const)
      : [[issue.path.join('.'), issue.message] as const],
  );
  const fields = [...Map.groupBy(problems, ([path]) => path)].map(
    ([path, found]) => [path, found.map(([, text]) => text)] as const,
  );
  const reason = `${fields.length === 1 ? 'An argument is' : `${fields.length} arguments are`} invalid: ${fields
    .map(([path, messages]) => `${path}: ${messages.join(' ')}`)
    .join('; ')}`;
  return new CatalogError('INVALID_INPUT', { reason }, Object.fromEntries(fields));
}
