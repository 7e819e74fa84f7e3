import { execFile } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from './start-gateway.ts';

const run = promisify(execFile);

/** Another commit, checked out and built. */
export interface BuiltCommit {
  /** The commit's short name. */
  readonly name: string;
  readonly root: string;
  remove(): Promise<void>;
}

/** Builds a commit in a worktree below a folder, with the packages that are installed for this one. */
export async function buildCommit(ref: string, folder: string): Promise<BuiltCommit> {
  const root = join(folder, 'baseline-source');
  const git = (...args: readonly string[]) => run('git', [...args], { cwd: repository });
  const { stdout } = await git('rev-parse', '--short', `${ref}^{commit}`);
  await git('worktree', 'add', '--detach', '--force', root, ref);
  const remove = async () => {
    await git('worktree', 'remove', '--force', root);
  };
  try {
    await symlink(join(repository, 'node_modules'), join(root, 'node_modules'));
    await run('npm', ['run', '--silent', 'build'], { cwd: root });
  } catch (error) {
    await remove();
    throw error;
  }
  return { name: stdout.trim(), root, remove };
}
