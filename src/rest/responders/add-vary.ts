import type { FastifyReply } from 'fastify';

/** Adds request headers to those on which the response depends. */
export function addVary(reply: FastifyReply, names: string): void {
  const present = reply.getHeader('vary');
  reply.header('vary', present === undefined ? names : `${String(present)}, ${names}`);
}
