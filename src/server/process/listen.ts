import type { FastifyInstance } from 'fastify';
import type { Config } from '../../platform/config.ts';
import { SetupError } from '../../platform/setup-error.ts';
import { systemErrorCode } from '../../platform/system-error-code.ts';

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there. Stop that program, or set PORT to another port.',
  EACCES: 'this user has no permission. Set PORT to 1024 or higher.',
  EADDRNOTAVAIL: 'this machine does not have that address. Set HOST to an address of this machine.',
  ENOTFOUND: 'the name is unknown. Set HOST to an address of this machine.',
};

/** Listens and returns the address that the start message shows. Fails with a SetupError when the port cannot be opened. */
export async function listen(
  http: FastifyInstance,
  { host, port, publicUrl }: Pick<Config, 'host' | 'port' | 'publicUrl'>,
): Promise<string> {
  await http.listen({ host, port }).catch((error: unknown) => {
    const reason = reasons[String(systemErrorCode(error))];
    throw reason === undefined ? error : new SetupError(`Port ${port} of ${host} cannot be opened: ${reason}`);
  });
  return publicUrl ?? `http://${hostInUrl(host)}:${portOf(http) ?? port}`;
}

/** The host as written in a URL: `localhost` for all addresses of the machine, IPv6 addresses in brackets. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** The port in use, which the system chooses when the setting is 0. */
function portOf({ server }: FastifyInstance): number | undefined {
  const address = server.address();
  return typeof address === 'object' ? address?.port : undefined;
}
