import type { FastifyRequest } from 'fastify';

/** Whether a browser navigates to the path: the request accepts HTML, but neither JSON nor events. */
export const prefersHtml = ({ method, headers: { accept = '' } }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(accept) && !/json|text\/event-stream/i.test(accept);
