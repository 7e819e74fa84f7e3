import type { FastifyRequest } from 'fastify';

/** Whether a request is that of a browser which opens an address: it accepts pages and names none of the types of data. */
export const prefersHtml = ({ method, headers: { accept = '' } }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(accept) && !/json|text\/event-stream/i.test(accept);
