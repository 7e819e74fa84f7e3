import { closeSync, openSync, readSync } from 'node:fs';
import { systemErrorCode } from '../system-error-code.ts';

/** Secrets are short; a longer file is a mistake, such as the path of a data file. */
const maxSecretBytes = 16_384;

/** The secrets of the files that can be read, by variable, and a sentence for each file that cannot be used. */
interface SecretFiles {
  readonly secrets: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

/**
 * Reads the secrets that are in files, as container platforms provide them: SECRETS_KEY_FILE names the file whose content is the
 * SECRETS_KEY. A problem names the variable and the file, never the content.
 */
export function readSecretFiles(
  env: Readonly<Record<string, string | undefined>>,
  variables: readonly string[],
): SecretFiles {
  const secrets: Record<string, string> = {};
  const problems: string[] = [];
  for (const variable of variables) {
    const path = env[`${variable}_FILE`]?.trim();
    if (path === undefined) continue;
    if (env[variable] !== undefined) {
      problems.push(`${variable} and ${variable}_FILE are both set; expected one of them.`);
      continue;
    }
    try {
      secrets[variable] = readSecretFile(path);
    } catch (error) {
      const reason = error instanceof UnusableFile ? error.message : String(systemErrorCode(error));
      problems.push(
        `${variable}_FILE is ${JSON.stringify(path)}, which cannot be used (${reason}); expected a file with the value of ${variable}.`,
      );
    }
  }
  return { secrets, problems };
}

/** The message says why, as part of a sentence. */
class UnusableFile extends Error {}

function readSecretFile(path: string): string {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(maxSecretBytes + 1);
    const length = readSync(file, buffer);
    if (length > maxSecretBytes) throw new UnusableFile(`the file has more than ${maxSecretBytes} bytes`);
    const secret = buffer.toString('utf8', 0, length).trim();
    if (secret === '') throw new UnusableFile('the file is empty');
    return secret;
  } finally {
    closeSync(file);
  }
}
