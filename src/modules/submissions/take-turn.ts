import ipaddr from 'ipaddr.js';
import type { RequestContext } from '../../api/context.ts';
import type { Session } from '../../api/session.ts';
import { fail } from '../../kernel/fail.ts';

/** The forms for which a request has counted as an attempt before its submission came, and whether that came since. */
const ahead = new WeakMap<RequestContext, Map<string, 'announced' | 'came'>>();

/** Counts an attempt on a form before what is submitted has arrived; it is not counted again when it has. Fails RATE_LIMIT_EXCEEDED. */
export async function takeTurnAhead(ctx: RequestContext, formSlug: string): Promise<void> {
  const turns = ahead.get(ctx) ?? new Map<string, 'announced' | 'came'>();
  if (turns.has(formSlug)) return;
  await count(ctx, formSlug);
  ahead.set(ctx, turns.set(formSlug, 'announced'));
}

/** Counts an attempt on a form, unless that was done ahead. Fails RATE_LIMIT_EXCEEDED. */
export async function takeTurn(ctx: RequestContext, formSlug: string): Promise<void> {
  const turns = ahead.get(ctx);
  if (turns?.get(formSlug) === 'announced') turns.set(formSlug, 'came');
  else await count(ctx, formSlug);
}

async function count({ app: { rates, config }, session }: RequestContext, formSlug: string): Promise<void> {
  const limit = config.formRateLimit;
  const seconds = await rates.attempt({ key: JSON.stringify(['form', formSlug, ...whoIs(session)]), limit });
  if (seconds > 0) fail('RATE_LIMIT_EXCEEDED', { limit, seconds });
}

/** An address of which a proxy tells the port, too. */
const withPort = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d+)?$/i;

/** The user, with whichever of their keys, or the address. Who has an address of IPv6 has all those with the same first half; whoever has none is one. */
function whoIs({ username, clientAddress = '' }: Session): readonly string[] {
  if (username !== undefined) return ['user', username];
  const [, six, four] = withPort.exec(clientAddress) ?? [];
  const text = six ?? four ?? clientAddress;
  if (!ipaddr.isValid(text)) return ['address', ''];
  const address = ipaddr.process(text);
  return ['address', address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(':') : address.toString()];
}
