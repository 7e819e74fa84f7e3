import { text } from 'node:stream/consumers';
import { fail } from '#kernel/fail.ts';
import type { Fetcher } from '#platform/fetcher/fetcher.ts';

/** The name of this service in robots.txt, and in its requests. */
const agent = 'Catalograph';
const maxBytes = 512 * 1024;
const timeoutMs = 10_000;
/** The most hosts whose rules are kept, and the most rules of one. */
const maxHosts = 200;
const maxRules = 1_000;

/** A rule of robots.txt (RFC 9309). */
interface RobotsRule {
  readonly path: string;
  readonly isAllowed: boolean;
}

/** Reads the rules of each host once in a run. Rules that cannot be read count as none, because only a group for this service binds it. */
export class RobotsRules {
  readonly #fetcher: Pick<Fetcher, 'fetch'>;
  readonly #signal: AbortSignal;
  readonly #hosts = new Map<string, Promise<readonly RobotsRule[]>>();

  constructor(fetcher: Pick<Fetcher, 'fetch'>, signal: AbortSignal) {
    this.#fetcher = fetcher;
    this.#signal = signal;
  }

  /** Fails SOURCE_FAILED for an address that a group with the name of this service forbids. A group for all (`*`) does not bind it. */
  async require(address: string): Promise<void> {
    const url = URL.parse(address);
    if (!url || !/^https?:$/.test(url.protocol)) return;
    if (this.#hosts.size >= maxHosts) this.#hosts.clear();
    const rules = this.#hosts.get(url.origin) ?? this.#read(`${url.origin}/robots.txt`);
    this.#hosts.set(url.origin, rules);
    if (!isAllowed(await rules, `${url.pathname}${url.search}`))
      fail('SOURCE_FAILED', {
        reason: `its robots.txt asks ${agent} not to read ${url.host}${url.pathname.slice(0, 200)}. Ask those who run the portal to allow it.`,
      });
  }

  async #read(address: string): Promise<readonly RobotsRule[]> {
    try {
      const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(timeoutMs)]);
      const { body } = await this.#fetcher.fetch(address, { signal, maxBytes });
      return parseRobots(await text(body), agent);
    } catch {
      this.#signal.throwIfAborted();
      return [];
    }
  }
}

/** The rules of the groups that have the name of an agent. */
export function parseRobots(content: string, name: string): readonly RobotsRule[] {
  const rules: RobotsRule[] = [];
  let isOfGroup = false;
  let isHead = false;
  for (const line of content.split(/\r\n?|\n/)) {
    const [, key = '', value = ''] = /^\s*([a-z-]{1,20})\s*:([^#]*)/i.exec(line.slice(0, 5_000)) ?? [];
    const field = key.toLowerCase();
    if (field === 'user-agent') {
      const [token = ''] = value.trim().split(/[\s/]/, 1);
      isOfGroup = (isHead && isOfGroup) || token.toLowerCase() === name.toLowerCase();
      isHead = true;
    } else if (field === 'allow' || field === 'disallow') {
      isHead = false;
      const path = value.trim();
      if (isOfGroup && path !== '' && rules.length < maxRules) rules.push({ path, isAllowed: field === 'allow' });
    }
  }
  return rules;
}

/** Whether rules allow a path: the longest one that fits decides, and of two the one that allows. */
export function isAllowed(rules: readonly RobotsRule[], path: string): boolean {
  const [decisive] = rules
    .filter((rule) => fits(rule.path, path))
    .toSorted((one, other) => other.path.length - one.path.length || Number(other.isAllowed) - Number(one.isAllowed));
  return decisive?.isAllowed ?? true;
}

/** Whether a path begins as a rule says: `*` is any text, `$` the end. */
function fits(rule: string, path: string): boolean {
  const isToEnd = rule.endsWith('$');
  const [first = '', ...others] = (isToEnd ? rule.slice(0, -1) : rule).split('*');
  if (!path.startsWith(first)) return false;
  let position = first.length;
  const last = isToEnd ? others.pop() : undefined;
  for (const part of others) {
    const found = path.indexOf(part, position);
    if (found < 0) return false;
    position = found + part.length;
  }
  if (!isToEnd) return true;
  return last === undefined ? path.length === position : path.length - last.length >= position && path.endsWith(last);
}
