import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts the time of processes in hundredths of a second. */
const tick = 10;

interface ProcessTimes {
  readonly parent: number;
  readonly own: number;
  /** Of children that have ended. */
  readonly ended: number;
}

function timesOf(pid: number | string): ProcessTimes | undefined {
  try {
    const fields =
      readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
        .split(') ')
        .at(-1)
        ?.split(' ')
        .map(Number) ?? [];
    const [, parent = 0] = fields;
    const [own = 0, ownSystem = 0, ended = 0, endedSystem = 0] = fields.slice(11, 15);
    return { parent, own: (own + ownSystem) * tick, ended: (ended + endedSystem) * tick };
  } catch {
    return undefined;
  }
}

/** Milliseconds of CPU that a process has used; NaN where the system does not tell. */
export const cpuOf = (pid: number): number => timesOf(pid)?.own ?? NaN;

/** The same for a process and all its children, ended ones too. */
export function cpuOfFamily(pid: number): number {
  const parent = timesOf(pid);
  if (!parent) return NaN;
  const children = childrenOf(pid).map(timesOf);
  return children.reduce((sum, times) => sum + (times?.own ?? 0) + (times?.ended ?? 0), parent.own + parent.ended);
}

const childrenOf = (pid: number): string[] =>
  readdirSync('/proc').filter((name) => /^\d+$/.test(name) && timesOf(name)?.parent === pid);

/** What a process and its children hold in MB. What several share, such as the code of Node, counts once. */
export const memoryOfFamily = (pid: number): number =>
  [String(pid), ...childrenOf(pid)].reduce((sum, each) => sum + shareOf(each), 0);

function shareOf(pid: string): number {
  try {
    const memory = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+)/m.exec(memory)?.[1]) / 1024;
  } catch {
    // a process that has ended
    return 0;
  }
}

/** The most that a process and its children hold during some work, and what they held before, in MB. */
export async function watchMemory<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly before: number; readonly most: number }> {
  const before = memoryOfFamily(pid);
  let most = before;
  const look = () => {
    most = Math.max(most, memoryOfFamily(pid));
  };
  const watch = setInterval(look, 100);
  try {
    const result = await work();
    look();
    return { result, before, most };
  } finally {
    clearInterval(watch);
  }
}

/** Memory of a process in MB: what it holds now, and the most it ever held. */
export function memoryOf(pid: number): { readonly now: number; readonly peak: number } {
  try {
    const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
    const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
    return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
  } catch {
    return { now: NaN, peak: NaN };
  }
}
