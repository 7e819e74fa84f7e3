import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

const prefix = 'work-';
const touchMs = 300_000;
const maxIdleMs = 3_600_000;

/**
 * A folder for the files of one engine that are not complete or not kept: whatever a killed process leaves is removed with it. The owner touches the
 * folder; one that has not been touched for an hour has no owner, on whichever machine that was.
 */
export class WorkFolder {
  readonly path: string;
  readonly #timer: NodeJS.Timeout;

  private constructor(path: string) {
    this.path = path;
    this.#timer = setInterval(() => {
      utimes(path, new Date(), new Date()).catch(() => undefined);
    }, touchMs).unref();
  }

  /** Creates a folder below another, and removes those without an owner. */
  static async create(parent: string): Promise<WorkFolder> {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    await removeAbandoned(parent);
    const path = join(parent, `${prefix}${randomUUID()}`);
    await mkdir(path, { mode: 0o700 });
    return new WorkFolder(path);
  }

  /** A path for a new file. */
  newPath(extension: string): string {
    return join(this.path, `${randomUUID()}.${extension}`);
  }

  async remove(): Promise<void> {
    clearInterval(this.#timer);
    await rm(this.path, { recursive: true, force: true });
  }
}

async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    const path = join(parent, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > maxIdleMs) await rm(path, { recursive: true, force: true });
  }
}
