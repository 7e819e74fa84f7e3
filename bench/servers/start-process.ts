import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A process that runs. */
export interface RunningProcess {
  readonly pid: number;
  stop(): Promise<void>;
}

/** A process that has told its address. */
export interface StartedProcess extends RunningProcess {
  readonly origin: string;
}

/** Starts a script on the same Node; it ends with this process. */
export function runProcess(
  script: string,
  settings: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
): RunningProcess & { readonly stdout: ChildProcess['stdout']; readonly ended: Promise<unknown> } {
  const child = spawn(process.execPath, [...flags, script], {
    env: { ...process.env, NODE_ENV: 'production', GRAPHILE_ENV: 'production', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = () => {
    child.kill('SIGKILL');
  };
  process.once('exit', end);
  const ended = once(child, 'exit');
  // what it prints is read even where nobody asks for it, or it would wait
  child.stdout.resume();
  return {
    pid: child.pid ?? 0,
    stdout: child.stdout,
    ended,
    async stop() {
      child.kill('SIGTERM');
      const late = setTimeout(end, 5_000);
      await ended;
      clearTimeout(late);
      process.off('exit', end);
    },
  };
}

/** Starts a script and waits until it prints an address. */
export async function startProcess(
  script: string,
  settings: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
): Promise<StartedProcess> {
  const { pid, stop, stdout, ended } = runProcess(script, settings, flags);
  const origin = await new Promise<string>((resolve, reject) => {
    let printed = '';
    stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const [address] = /http:\/\/[\w.:]+:\d+/.exec(printed) ?? [];
      if (address !== undefined) resolve(address);
    });
    ended.then((exit) => {
      reject(new Error(`${script} ended with ${String(exit)} before it could be asked anything.`));
    }, reject);
  });
  return { origin, pid, stop };
}
