import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A process that has told its address. */
export interface StartedProcess {
  readonly origin: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a script on the same Node and waits until it prints an address. It ends with this process. */
export async function startProcess(script: string, settings: Readonly<Record<string, string>>, flags: readonly string[] = []): Promise<StartedProcess> {
  const child = spawn(process.execPath, [...flags, script], {
    env: { ...process.env, NODE_ENV: 'production', GRAPHILE_ENV: 'production', ...settings }, stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = () => { child.kill('SIGKILL'); };
  process.once('exit', end);
  const ended = once(child, 'exit');
  const origin = await new Promise<string>((resolve, reject) => {
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const [address] = /http:\/\/[\w.:]+:\d+/.exec(printed) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', (code) => { reject(new Error(`${script} ended with ${String(code)} before it could be asked anything.`)); });
  });
  return {
    origin,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      const late = setTimeout(end, 5_000);
      await ended;
      clearTimeout(late);
      process.off('exit', end);
    },
  };
}
