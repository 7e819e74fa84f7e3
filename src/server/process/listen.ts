import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config.ts';
import { SetupError, systemErrorCode } from '#platform/system-errors.ts';

/** The settings of an address. */
interface AddressSettings {
  readonly port: string;
  readonly host: string;
}

const reasons: Readonly<Record<string, (settings: AddressSettings) => string>> = {
  EADDRINUSE: ({ port }) => `another program listens there. Stop that program, or set ${port} to another port.`,
  EACCES: ({ port }) => `this user has no permission. Set ${port} to 1024 or higher.`,
  EADDRNOTAVAIL: ({ host }) => `this machine does not have that address. Set ${host} to an address of this machine.`,
  ENOTFOUND: ({ host }) => `the name is unknown. Set ${host} to an address of this machine.`,
};

/** The error of a port that cannot be opened: a SetupError that names the setting to change, where the reason is known. */
export function listenFailure(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
  settings: AddressSettings = { port: 'PORT', host: 'HOST' },
): unknown {
  const reason = reasons[String(systemErrorCode(error))]?.(settings);
  return reason === undefined ? error : new SetupError(`Port ${port} of ${host} cannot be opened: ${reason}`);
}

/** Listens and returns the address that the start message shows. Fails with a SetupError when the port cannot be opened. */
export async function listen(
  http: FastifyInstance,
  { host, port, publicUrl }: Pick<Config, 'host' | 'port' | 'publicUrl'>,
): Promise<string> {
  await http.listen({ host, port }).catch((error: unknown) => {
    throw listenFailure(error, { host, port });
  });
  return publicUrl ?? `http://${hostInUrl(host)}:${portOf(http) ?? port}`;
}

/** The host as written in a URL: `localhost` for all addresses of the machine, IPv6 addresses in brackets. */
export function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** The port in use, which the system chooses when the setting is 0. */
function portOf({ server }: FastifyInstance): number | undefined {
  const address = server.address();
  return typeof address === 'object' ? address?.port : undefined;
}
