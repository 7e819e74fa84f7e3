import type { FastifyRequest } from 'fastify';

/** Whether a browser navigates to the path: it accepts HTML and no data type. */
export const prefersHtml = ({ method, headers: { accept = '' } }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(accept) && !/json|text\/event-stream/i.test(accept);
