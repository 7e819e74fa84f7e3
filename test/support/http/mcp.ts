import { isDeepStrictEqual } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { z } from 'zod';
import type { TestApp } from '../app.ts';
import type { RestAnswer } from '../client.ts';

/** The answer of a tool. */
export interface ToolAnswer {
  readonly isError: boolean;
  // Tests check the shape of what they expect.
  readonly body: ReturnType<typeof JSON.parse>;
  /** The bytes of its text within the message. */
  readonly bytes: number;
}

/** A client of the Model Context Protocol. */
export interface McpClient {
  readonly client: Client;
  call(name: string, given?: object): Promise<ToolAnswer>;
  /** The bodies of all answers to a call, following the cursors. */
  callAll(name: string, given?: object): Promise<ReturnType<typeof JSON.parse>[]>;
}

const toolResult = z.object({
  isError: z.boolean().default(false),
  content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
});

/** The address of an application that listens on a free port until the tests of the file end. */
export const listen = async ({ http }: Pick<TestApp, 'http'>): Promise<string> =>
  http.listen({ port: 0, host: '127.0.0.1' });

/** Connects the client of the SDK, with a key or without one. */
export async function connectMcp(address: string, key?: string): Promise<McpClient> {
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', address), { requestInit: { headers } });
  await client.connect(transport);
  // the client then checks each answer by the schema of its tool
  await client.listTools();
  const call = async (name: string, given: object = {}): Promise<ToolAnswer> => {
    const result = await client.callTool({ name, arguments: { ...given } });
    const { isError, content, structuredContent } = toolResult.parse(result);
    const { text } = content[0];
    if (!isError && !isDeepStrictEqual(JSON.parse(text), structuredContent)) throw new Error(`Not structured: ${text}`);
    return { isError, body: JSON.parse(text), bytes: Buffer.byteLength(JSON.stringify(text)) };
  };
  return {
    client,
    call,
    async callAll(name, given = {}) {
      const bodies: ReturnType<typeof JSON.parse>[] = [];
      for (let cursor: string | undefined; ;) {
        const { isError, body, bytes } = await call(name, { ...given, ...(cursor !== undefined && { cursor }) });
        if (isError || bytes > 25_000) throw new Error(`${bytes} bytes: ${JSON.stringify(body)}`);
        bodies.push(body);
        cursor = body.page?.nextCursor;
        if (cursor === undefined) return bodies;
      }
    },
  };
}

/** Sends a message as it is: a text, or an object that is completed to a request of JSON-RPC. */
export async function postMcp(
  { http }: Pick<TestApp, 'http'>,
  message: unknown,
  headers: Record<string, string> = {},
): Promise<RestAnswer> {
  const payload = typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', id: 1, ...Object(message) });
  const answer = await http.inject({
    method: 'POST',
    url: '/mcp',
    payload,
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
  });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json(), headers: answer.headers };
}
