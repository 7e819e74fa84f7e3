import { statfs } from 'node:fs/promises';

/**
 * The bytes that records leave free on the disk of the embedded database. PostgreSQL stops where its log finds no room, and starts again only
 * once there is some; what ends a publication and removes its records needs the log too.
 */
const reservedBytes = 256 * 2 ** 20;

/** Makes the function that says whether the disk of the database has room for more records. The disk of an external database is unknown, and has. */
export const createDiskSpace =
  (folder: string | undefined, reserved = reservedBytes) =>
  async (): Promise<boolean> => {
    const disk = folder === undefined ? undefined : await statfs(folder).catch(() => undefined);
    return disk === undefined || disk.bavail * disk.bsize > reserved;
  };
