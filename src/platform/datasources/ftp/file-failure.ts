import { FTPError } from 'basic-ftp';
import { CatalogError } from '#kernel/fail.ts';
import { toSourceFailure } from '#platform/fetcher/source-failure.ts';

type Reasons = readonly (readonly [pattern: RegExp, reason: string])[];

/** Reasons by FTP reply code (RFC 959, 4.2, and RFC 2228). */
const ftpReasons: Reasons = [
  [/^(530|332)$/, 'refuses the user name or the password, or requires TLS. Check them, or write ftps://'],
  [/^(450|55[0-3])$/, 'has no such file, or does not let this user read it. Check the path'],
  [/^421$/, 'accepts no more connections now. Try again later'],
  [/^(42[56]|45[12])$/, 'broke off the transfer. Try again later'],
  [/^(431|52[12]|53[3-6])$/, 'requires TLS, or does not support it. Check whether it is ftp:// or ftps://'],
  [/^50[0-4]$/, 'does not support a required command. Check whether it is ftp:// or ftps://'],
];

/** Reasons by SFTP status code (draft-ietf-secsh-filexfer-02, 7). */
const sftpReasons: Reasons = [
  [/^2$/, 'has no such file. Check the path'],
  [/^3$/, 'does not let this user read the file'],
  [/^[67]$/, 'closed the connection before the end'],
];

/** Reasons by the stage of SSH that failed. */
const sshReasons: Reasons = [
  [/^client-authentication$/, 'refuses the user name or the password. Check them'],
  [/^client-timeout$/, 'did not finish the SSH handshake in time'],
  [/^(handshake|protocol)$/, 'supports no secure version of SSH. Check the port'],
];

/** Converts the error of a file server to the failure that the user receives: the host and what to check, but nothing that the server sent. */
export function toFileFailure(error: unknown, host: string): CatalogError {
  const reason = error instanceof Error ? reasonOf(error) : undefined;
  return reason === undefined
    ? toSourceFailure(error, host)
    : new CatalogError('SOURCE_FAILED', { reason: `${host} ${reason}.` });
}

/** The reason for a known error; undefined for any other. */
function reasonOf(error: SshError): string | undefined {
  if (error instanceof FTPError) return reasonIn(ftpReasons, error.code) ?? 'answered in an unexpected way';
  const { message, code, level } = error;
  const sshReason = reasonIn(sshReasons, level);
  if (sshReason !== undefined) return sshReason;
  const sftpReason = typeof code === 'number' ? reasonIn(sftpReasons, code) : undefined;
  if (sftpReason !== undefined) return sftpReason;
  return /Timeout \((control|data) socket\)/.test(message) ? 'stopped sending before the end' : undefined;
}

const reasonIn = (reasons: Reasons, key: unknown): string | undefined =>
  reasons.find(([pattern]) => pattern.test(String(key)))?.[1];

/** An error with the details that the SSH library adds. */
interface SshError extends Error {
  readonly code?: unknown;
  readonly level?: unknown;
}
