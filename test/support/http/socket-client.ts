import { createClient, type Client, type ClientOptions, type ExecutionResult } from 'graphql-ws';
import { WebSocket } from 'ws';

/** A result as tests compare it. */
export type SocketResult = ExecutionResult<Record<string, ReturnType<typeof JSON.parse>>>;

/** The address of subscriptions over a WebSocket. */
export const socketUrl = (origin: string): string => `${origin.replace('http', 'ws')}/graphql/stream`;

/** A client that does not connect again by itself. */
export const socketClient = (
  origin: string,
  connectionParams: ClientOptions['connectionParams'] = {},
  options: Partial<ClientOptions> = {},
): Client =>
  createClient({ url: socketUrl(origin), webSocketImpl: WebSocket, retryAttempts: 0, connectionParams, ...options });

/** Subscribes and returns the results one by one. */
export const subscribeBy = (client: Client, query: string, variables: Record<string, unknown> = {}) =>
  client.iterate<SocketResult['data'] & object>({ query, variables });

/** Opens a WebSocket without a client, and returns the code with which the server closes it, or the status of its refusal. */
export function closeOf(
  url: string,
  {
    headers = {},
    onOpen = () => undefined,
  }: { headers?: Record<string, string>; onOpen?: (socket: WebSocket) => void },
): Promise<number> {
  const socket = new WebSocket(url, 'graphql-transport-ws', { headers });
  socket.on('error', () => undefined);
  return new Promise((resolve) => {
    socket.on('open', () => {
      onOpen(socket);
    });
    socket.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0);
      socket.terminate();
    });
    socket.on('close', resolve);
  });
}
