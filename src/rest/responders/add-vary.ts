import type { FastifyReply } from 'fastify';

/** Adds request headers to those on which the response depends, unless they are among them. */
export function addVary(reply: FastifyReply, names: string): void {
  const present = reply.getHeader('vary');
  if (present === undefined) reply.header('vary', names);
  else if (!String(present).includes(names)) reply.header('vary', `${String(present)}, ${names}`);
}
